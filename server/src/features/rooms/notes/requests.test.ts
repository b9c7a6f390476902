import { DAY_MS } from '@docketbox/contract/core/units'
import { api, type Receipt, receiptRefusals, roomRefusals, sydneyDay } from '@docketbox/contract'
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
let hidden: Receipt
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  ann = await addSubscriber(server, 'ann@example.com')
  receipt = await fileReceipt(server, ann, { description: 'Ladder', documentDate: '2025-08-01' })
  hidden = await fileReceipt(server, ann, { description: 'Car', documentDate: '2024-08-01' })
  guest = (await addGuest(server, ann)).guest
  other = (await addGuest(server, ann, { email: 'other@example.com', years: ['2024-25', '2025-26'] })).guest
})

const add = (body: NewNote, person = guest, headers = {}) => server.call(addNote, { body }, person, headers)
const list = async (query: object, person = guest) => (await server.call(notes, { query }, person)).body.docs
const aboutReceipt = () => ({ receipt: receipt._id })

describe('a request', () => {
  test('becomes a task of the owner, who answers it once', async () => {
    const { body: note } = await add({ kind: 'request', about: aboutReceipt(), text: 'Which vehicle?' })
    await server.outbox.waitFor('ann@example.com', { subject: 'has a question' })
    expect(await list({ open: 'true' }, ann)).toMatchObject([
      { _id: note._id, text: 'Which vehicle?', receiptTitle: 'Ladder', incomeYear: '2025-26' },
    ])
    const answer = (text: string) =>
      server.call(answerNote, { params: { noteId: note._id }, body: { text } }, ann)
    expect((await answer('The ute.')).body).toMatchObject({ answer: 'The ute.' })
    await server.outbox.waitFor('tax@example.com', { subject: 'has answered your question' })
    // A retry after a lost response.
    expect(await answer('The ute.')).toMatchObject({ status: 200, body: { answer: 'The ute.' } })
    expect((await answer('The van.')).body).toMatchObject({ code: roomRefusals.alreadyAnswered.code })
    expect(await list({ open: 'true' }, ann)).toEqual([])
    expect(await list({ receipt: receipt._id })).toMatchObject([{ answer: 'The ute.' }])
  })

  test('about a year is answered with a receipt', async () => {
    const { body: note } = await add({
      kind: 'request',
      about: { incomeYear: '2025-26' },
      text: 'Missing invoice',
    })
    const answered = await server.call(
      answerNote,
      { params: { noteId: note._id }, body: { receipt: receipt._id } },
      ann,
    )
    expect(answered.body).toMatchObject({ answerReceipt: receipt._id })
    expect(answered.body.answeredAt).not.toBeNull()
  })

  test('about a receipt in the bin is answered once that’s restored', async () => {
    const binned = await fileReceipt(server, ann, { description: 'Binned', documentDate: '2025-08-02' })
    const byReceipt = { params: { uploadId: binned._id } }
    const about = { receipt: binned._id }
    const { body: question } = await add({ kind: 'request', about, text: 'What’s this?' })
    const { body: proposal } = await add({ kind: 'label', about, label: 'D2' })
    const answer = (body: object, { _id } = question) =>
      server.call(answerNote, { params: { noteId: _id }, body }, ann)
    await answer({ accept: false }, proposal)
    await server.call(api.receipts.remove, byReceipt, ann)
    const refused = { status: 409, body: { code: receiptRefusals.inTrash.code } }
    expect(await answer({ text: 'A drill.' })).toMatchObject(refused)
    expect(await server.call(undoDecision, { params: { noteId: proposal._id } }, ann)).toMatchObject(refused)
    await server.call(api.receipts.restore, byReceipt, ann)
    expect((await answer({ text: 'A drill.' })).body).toMatchObject({ answer: 'A drill.' })
  })

  test('is no longer a task once the share has expired', async () => {
    const { guest: late } = await addGuest(server, ann, { email: 'late@example.com' })
    const { body: note } = await add(
      { kind: 'request', about: { incomeYear: '2025-26' }, text: 'Still open?' },
      late,
    )
    const task = expect.objectContaining({ _id: note._id })
    expect(await list({ open: 'true' }, ann)).toContainEqual(task)
    const yesterday = sydneyDay(new Date(Date.now() - DAY_MS))
    const expiring = server.deps.db.updateTable('rooms').set({ lastDay: yesterday })
    await expiring.where('id', '=', late.id).execute()
    expect(await list({ open: 'true' }, ann)).not.toContainEqual(task)
    expect(await list({}, ann)).toContainEqual(task)
  })

  test('emails the owner at most five times an hour, even if the guest deletes it and asks again', async () => {
    const owner = await addSubscriber(server, 'pestered@example.com')
    const { guest: pest } = await addGuest(server, owner, { email: 'pest@example.com' })
    const { guest: last } = await addGuest(server, owner, { email: 'last@example.com' })
    const ask = (person: Person) =>
      add({ kind: 'request', about: { incomeYear: '2025-26' }, text: 'Hello?' }, person)
    for (let time = 0; time < 7; time++)
      await server.call(removeNote, { params: { noteId: (await ask(pest)).body._id } }, pest)
    await ask(last)
    await server.outbox.waitFor(owner.email, { subject: 'last@example.com has a question' })
    const fromPest = server.outbox.sent.filter(
      ({ subject }) => subject === 'pest@example.com has a question about your records',
    )
    expect(fromPest).toHaveLength(5)
  })

  test('is limited to shared data, and to its author and the owner', async () => {
    expect((await add({ kind: 'request', about: { receipt: hidden._id }, text: 'x' })).status).toBe(404)
    expect((await add({ kind: 'request', about: { incomeYear: '2024-25' }, text: 'x' })).status).toBe(404)
    expect((await add({ kind: 'request', about: { incomeYear: '2024-25' }, text: 'x' }, other)).status).toBe(
      201,
    )
    expect((await list({})).every(({ incomeYear }) => incomeYear === '2025-26')).toBe(true)
    expect(await list({ receipt: receipt._id }, other)).toEqual([])
    const { status } = await server.call(notes, { query: { incomeYear: '2024-25' } }, guest)
    expect(status).toBe(404)
  })

  test('is refused while its receipt is being deleted for good', async () => {
    const { _id } = await fileReceipt(server, ann, { documentDate: '2025-08-01' })
    const deleting = sql`delete from receipts where id = ${_id}`
    const request = { kind: 'request' as const, about: { receipt: _id }, text: 'Which job?' }
    const [added] = await whileLocked(server.deps.db, deleting, [() => add(request)])
    expect(added).toMatchObject({ status: 404, body: { code: receiptRefusals.notFound.code } })
  })

  test('is withdrawn, but not once it’s answered, and not by another guest', async () => {
    const { body } = await add({ kind: 'request', about: aboutReceipt(), text: 'Never mind' })
    const params = { noteId: body._id }
    expect((await server.call(removeNote, { params }, other)).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await server.call(removeNote, { params }, guest)).status).toBe(200)
    const [answered] = await list({ receipt: receipt._id })
    expect((await server.call(removeNote, { params: { noteId: answered!._id } }, guest)).status).toBe(409)
  })
})
