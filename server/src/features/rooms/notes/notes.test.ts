import { api, roomRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileLocked } from '#testing/database/locks.ts'
import { addGuest, startNotesServer } from '#testing/rooms.ts'

const { answerNote, undoDecision, removeNote } = api.rooms

let app: Awaited<ReturnType<typeof startNotesServer>>
beforeAll(async () => {
  app = await startNotesServer()
})

describe('in a share that has ended', () => {
  test('the owner can’t reply or answer, because no one would read it', async () => {
    const { guest: past } = await addGuest(app.server, app.ann, { email: 'past@example.com' })
    const about = { incomeYear: '2025-26' }
    const { body: question } = await app.add({ kind: 'request', about, text: 'Any tolls?' }, past)
    await app.server.call(api.rooms.revoke, { params: { roomId: past.id } }, app.ann)
    const refused = { status: 409, body: { code: roomRefusals.ended.code } }
    expect(
      await app.add({ kind: 'comment', about, text: 'Yes, some.', room: past.id }, app.ann),
    ).toMatchObject(refused)
    const answer = { params: { noteId: question._id }, body: { text: 'Yes, some.' } }
    expect(await app.server.call(answerNote, answer, app.ann)).toMatchObject(refused)
  })

  test('a guest can’t add a note, even if it ends while they’re adding one', async () => {
    const { guest: past } = await addGuest(app.server, app.ann, { email: 'while@example.com' })
    const revoking = sql`update rooms set revoked_at = now() where id = ${past.id}`
    const comment = { kind: 'comment', about: { incomeYear: '2025-26' }, text: 'x' } as const
    const [added] = await whileLocked(app.server.deps.db, revoking, [() => app.add(comment, past)])
    expect(added).toMatchObject({ status: 403, body: { code: roomRefusals.accessEnded.code } })
  })
})

describe('other notes', () => {
  test('a proposed label is confirmed when the owner accepts it, and not when they decline', async () => {
    const propose = (label: 'D1' | 'D2') => app.add({ kind: 'label', about: app.aboutReceipt, label })
    const decide = async (label: 'D1' | 'D2', accept: boolean) => {
      const { body: note } = await propose(label)
      await app.server.call(answerNote, { params: { noteId: note._id }, body: { accept } }, app.ann)
      const params = { uploadId: app.receipt._id }
      return (await app.server.call(api.receipts.details, { params }, app.ann)).body.label.confirmed
    }
    expect(await decide('D1', false)).toBeNull()
    expect(await decide('D2', true)).toBe('D2')
  })

  test('a decision on a proposed label can be undone, unless the label was changed since', async () => {
    const params = { uploadId: app.receipt._id }
    const confirm = (confirmed: 'D3' | 'D9') =>
      app.server.call(api.receipts.editLabel, { params, body: { confirmed } }, app.ann)
    const confirmed = async () =>
      (await app.server.call(api.receipts.details, { params }, app.ann)).body.label.confirmed
    await confirm('D3')
    const { body: note } = await app.add({ kind: 'label', about: app.aboutReceipt, label: 'D4' })
    const byNote = { params: { noteId: note._id } }
    const accept = () => app.server.call(answerNote, { ...byNote, body: { accept: true } }, app.ann)
    await accept()
    for (let time = 0; time < 2; time++)
      expect((await app.server.call(undoDecision, byNote, app.ann)).body).toMatchObject({
        answeredAt: null,
        isAccepted: null,
      })
    expect(await confirmed()).toBe('D3')
    expect(await app.list({ open: 'true' }, app.ann)).toContainEqual(
      expect.objectContaining({ _id: note._id }),
    )

    await accept()
    await confirm('D9')
    const eve = await app.server.addUser('undoing@example.com')
    expect((await app.server.call(undoDecision, byNote, eve)).status).toBe(404)
    expect((await app.server.call(undoDecision, byNote, app.guest)).status).toBe(403)
    await app.server.call(undoDecision, byNote, app.ann)
    expect(await confirmed()).toBe('D9')
  })

  test('owners and guests comment, and a retry comments once', async () => {
    const key = { 'idempotency-key': 'comment-once' }
    for (let time = 0; time < 2; time++)
      await app.add({ kind: 'comment', about: app.aboutReceipt, text: 'Looks fine.' }, app.guest, key)
    const edited = await app.add(
      { kind: 'comment', about: app.aboutReceipt, text: 'Looks odd.' },
      app.guest,
      key,
    )
    expect(edited).toMatchObject({ status: 409, body: { code: roomRefusals.keyReused.code } })
    const reply = { kind: 'comment', about: app.aboutReceipt, text: 'Thanks!', room: app.guest.id } as const
    expect((await app.add(reply, app.ann)).body).toMatchObject({ author: 'owner' })
    const comments = (await app.list({ receipt: app.receipt._id })).filter(({ kind }) => kind === 'comment')
    expect(comments.map(({ text, author }) => [text, author])).toEqual([
      ['Thanks!', 'owner'],
      ['Looks fine.', 'guest'],
    ])
    expect(
      (await app.server.call(removeNote, { params: { noteId: comments[0]!._id } }, app.guest)).status,
    ).toBe(404)
  })

  test('owners don’t ask themselves, and comment only in their own rooms', async () => {
    expect((await app.add({ kind: 'request', about: app.aboutReceipt, text: 'x' }, app.ann)).status).toBe(403)
    const eve = await app.server.addUser('eve@example.com')
    const elsewhere = {
      kind: 'comment',
      about: { incomeYear: '2025-26' },
      text: 'x',
      room: app.guest.id,
    } as const
    expect((await app.add(elsewhere, eve)).status).toBe(404)
  })

  test('thousands of reviewed marks don’t displace what was written', async () => {
    const { guest: thorough } = await addGuest(app.server, app.ann, { email: 'thorough@example.com' })
    const about = { incomeYear: '2025-26' }
    const { body: question } = await app.add({ kind: 'request', about, text: 'All done?' }, thorough)
    // One for each year, because only one is allowed for each receipt.
    await sql`insert into room_notes (owner_id, room_id, id, kind, author, income_year, created_at)
      select ${app.ann.id}, ${thorough.id}, ('ffffffff-ffff-7fff-bfff-' || lpad(year::text, 12, '0'))::uuid,
        'reviewed', 'guest', year, now() from generate_series(1, 2100) as year`.execute(app.server.deps.db)
    expect(await app.list({}, app.ann)).toContainEqual(expect.objectContaining({ _id: question._id }))
    await sql`delete from room_notes where room_id = ${thorough.id}`.execute(app.server.deps.db)
  })
})
