import { api, type Receipt, roomRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { whileLocked } from '#testing/locks.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'

const { notes, addNote, answerNote, undoDecision, removeNote } = api.rooms
type NewNote = Parameters<typeof server.call<typeof addNote>>[1]['body']

let server: TestServer
let ann: Person
let guest: Person
let other: Person
let receipt: Receipt
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  ann = await addSubscriber(server, 'ann@example.com')
  receipt = await fileReceipt(server, ann, { description: 'Ladder', documentDate: '2025-08-01' })
  guest = (await addGuest(server, ann)).guest
  other = (await addGuest(server, ann, { email: 'other@example.com', years: ['2024-25', '2025-26'] })).guest
})

const add = (body: NewNote, person = guest, headers = {}) => server.call(addNote, { body }, person, headers)
const list = async (query: object, person = guest) => (await server.call(notes, { query }, person)).body.docs
const aboutReceipt = () => ({ receipt: receipt._id })

describe('in a share that has ended', () => {
  test('the owner can’t reply or answer, because no one would read it', async () => {
    const { guest: past } = await addGuest(server, ann, { email: 'past@example.com' })
    const about = { incomeYear: '2025-26' }
    const { body: question } = await add({ kind: 'request', about, text: 'Any tolls?' }, past)
    await server.call(api.rooms.revoke, { params: { roomId: past.id } }, ann)
    const refused = { status: 409, body: { code: roomRefusals.ended.code } }
    expect(await add({ kind: 'comment', about, text: 'Yes, some.', room: past.id }, ann)).toMatchObject(
      refused,
    )
    const answer = { params: { noteId: question._id }, body: { text: 'Yes, some.' } }
    expect(await server.call(answerNote, answer, ann)).toMatchObject(refused)
  })

  test('a guest can’t add a note, even if it ends while they’re adding one', async () => {
    const { guest: past } = await addGuest(server, ann, { email: 'while@example.com' })
    const revoking = sql`update rooms set revoked_at = now() where id = ${past.id}`
    const comment = { kind: 'comment', about: { incomeYear: '2025-26' }, text: 'x' } as const
    const [added] = await whileLocked(server.deps.db, revoking, [() => add(comment, past)])
    expect(added).toMatchObject({ status: 403, body: { code: roomRefusals.accessEnded.code } })
  })
})

describe('other notes', () => {
  test('a proposed label is confirmed when the owner accepts it, and not when they decline', async () => {
    const propose = (label: 'D1' | 'D2') => add({ kind: 'label', about: aboutReceipt(), label })
    const decide = async (label: 'D1' | 'D2', accept: boolean) => {
      const { body: note } = await propose(label)
      await server.call(answerNote, { params: { noteId: note._id }, body: { accept } }, ann)
      const params = { uploadId: receipt._id }
      return (await server.call(api.receipts.details, { params }, ann)).body.label.confirmed
    }
    expect(await decide('D1', false)).toBeNull()
    expect(await decide('D2', true)).toBe('D2')
  })

  test('a decision on a proposed label can be undone, unless the label was changed since', async () => {
    const params = { uploadId: receipt._id }
    const confirm = (confirmed: 'D3' | 'D9') =>
      server.call(api.receipts.editLabel, { params, body: { confirmed } }, ann)
    const confirmed = async () =>
      (await server.call(api.receipts.details, { params }, ann)).body.label.confirmed
    await confirm('D3')
    const { body: note } = await add({ kind: 'label', about: aboutReceipt(), label: 'D4' })
    const byNote = { params: { noteId: note._id } }
    const accept = () => server.call(answerNote, { ...byNote, body: { accept: true } }, ann)
    await accept()
    for (let time = 0; time < 2; time++)
      expect((await server.call(undoDecision, byNote, ann)).body).toMatchObject({
        answeredAt: null,
        isAccepted: null,
      })
    expect(await confirmed()).toBe('D3')
    expect(await list({ open: 'true' }, ann)).toContainEqual(expect.objectContaining({ _id: note._id }))

    await accept()
    await confirm('D9')
    const eve = await server.addUser('undoing@example.com')
    expect((await server.call(undoDecision, byNote, eve)).status).toBe(404)
    expect((await server.call(undoDecision, byNote, guest)).status).toBe(403)
    await server.call(undoDecision, byNote, ann)
    expect(await confirmed()).toBe('D9')
  })

  test('a reviewed mark is set once and can be undone', async () => {
    const results = await Promise.all([1, 2].map(() => add({ kind: 'reviewed', about: aboutReceipt() })))
    expect(new Set(results.map(({ body }) => body._id)).size).toBe(1)
    const { status } = await server.call(removeNote, { params: { noteId: results[0]!.body._id } }, guest)
    expect(status).toBe(200)
  })

  test('owners and guests comment, and a retry comments once', async () => {
    const key = { 'idempotency-key': 'comment-once' }
    for (let time = 0; time < 2; time++)
      await add({ kind: 'comment', about: aboutReceipt(), text: 'Looks fine.' }, guest, key)
    const edited = await add({ kind: 'comment', about: aboutReceipt(), text: 'Looks odd.' }, guest, key)
    expect(edited).toMatchObject({ status: 409, body: { code: roomRefusals.keyReused.code } })
    const reply = { kind: 'comment', about: aboutReceipt(), text: 'Thanks!', room: guest.id } as const
    expect((await add(reply, ann)).body).toMatchObject({ author: 'owner' })
    const comments = (await list({ receipt: receipt._id })).filter(({ kind }) => kind === 'comment')
    expect(comments.map(({ text, author }) => [text, author])).toEqual([
      ['Thanks!', 'owner'],
      ['Looks fine.', 'guest'],
    ])
    expect((await server.call(removeNote, { params: { noteId: comments[0]!._id } }, guest)).status).toBe(404)
  })

  test('owners don’t ask themselves, and comment only in their own rooms', async () => {
    expect((await add({ kind: 'request', about: aboutReceipt(), text: 'x' }, ann)).status).toBe(403)
    const eve = await server.addUser('eve@example.com')
    const elsewhere = {
      kind: 'comment',
      about: { incomeYear: '2025-26' },
      text: 'x',
      room: guest.id,
    } as const
    expect((await add(elsewhere, eve)).status).toBe(404)
  })

  test('thousands of reviewed marks don’t displace what was written', async () => {
    const { guest: thorough } = await addGuest(server, ann, { email: 'thorough@example.com' })
    const about = { incomeYear: '2025-26' }
    const { body: question } = await add({ kind: 'request', about, text: 'All done?' }, thorough)
    // One for each year, because only one is allowed for each receipt.
    await sql`insert into room_notes (owner_id, room_id, id, kind, author, income_year, created_at)
      select ${ann.id}, ${thorough.id}, ('ffffffff-ffff-7fff-bfff-' || lpad(year::text, 12, '0'))::uuid,
        'reviewed', 'guest', year, now() from generate_series(1, 2100) as year`.execute(server.deps.db)
    expect(await list({}, ann)).toContainEqual(expect.objectContaining({ _id: question._id }))
    await sql`delete from room_notes where room_id = ${thorough.id}`.execute(server.deps.db)
  })

  test('those about a receipt that moved to another year are shown there if it’s shared, and otherwise stay without it', async () => {
    const moved = await fileReceipt(server, ann, { description: 'Moved', documentDate: '2025-09-01' })
    for (const person of [guest, other])
      await add({ kind: 'comment', about: { receipt: moved._id }, text: 'Nice' }, person)
    await add({ kind: 'label', about: { receipt: moved._id }, label: 'D3' })
    const body = { documentDate: '2024-09-01' }
    await server.call(api.receipts.editFacts, { params: { uploadId: moved._id }, body }, ann)
    const left = await list({ incomeYear: '2025-26' })
    expect(left).toContainEqual(
      expect.objectContaining({ text: 'Nice', incomeYear: '2025-26', receipt: null, receiptTitle: null }),
    )
    expect(left).not.toContainEqual(expect.objectContaining({ kind: 'label', label: 'D3' }))
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${moved._id}|Moved`))
    expect(await list({ incomeYear: '2024-25' }, other)).toContainEqual(
      expect.objectContaining({ receipt: moved._id, incomeYear: '2024-25' }),
    )
    expect(JSON.stringify(await list({ incomeYear: '2025-26' }, other))).not.toContain(moved._id)
  })
})
