import { DAY_MS } from '@docketbox/contract/core/units'
import { api, receiptRefusals, roomRefusals, sydneyDay } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { whileLocked } from '#testing/database/locks.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { addGuest, startNotesServer } from '#testing/rooms.ts'

const { notes, answerNote, undoDecision, removeNote } = api.rooms

let app: Awaited<ReturnType<typeof startNotesServer>>
beforeAll(async () => {
  app = await startNotesServer()
})

describe('a request', () => {
  test('becomes a task of the owner, who answers it once', async () => {
    const { body: note } = await app.add({ kind: 'request', about: app.aboutReceipt, text: 'Which vehicle?' })
    const { text } = await app.server.outbox.waitFor('ann@example.com', { subject: 'has a question' })
    expect(text).toContain('/shares#questions')
    expect(await app.list({ open: 'true' }, app.ann)).toMatchObject([
      { _id: note._id, text: 'Which vehicle?', receiptTitle: 'Ladder', incomeYear: '2025-26' },
    ])
    const answer = (text: string) =>
      app.server.call(answerNote, { params: { noteId: note._id }, body: { text } }, app.ann)
    expect((await answer('The ute.')).body).toMatchObject({ answer: 'The ute.' })
    await app.server.outbox.waitFor('tax@example.com', { subject: 'has answered your question' })
    // A retry after a lost response.
    expect(await answer('The ute.')).toMatchObject({ status: 200, body: { answer: 'The ute.' } })
    expect((await answer('The van.')).body).toMatchObject({ code: roomRefusals.alreadyAnswered.code })
    expect(await app.list({ open: 'true' }, app.ann)).toEqual([])
    expect(await app.list({ receipt: app.receipt._id })).toMatchObject([{ answer: 'The ute.' }])
  })

  test('about a year is answered with a receipt', async () => {
    const { body: note } = await app.add({
      kind: 'request',
      about: { incomeYear: '2025-26' },
      text: 'Missing invoice',
    })
    const answered = await app.server.call(
      answerNote,
      { params: { noteId: note._id }, body: { receipt: app.receipt._id } },
      app.ann,
    )
    expect(answered.body).toMatchObject({ answerReceipt: app.receipt._id })
    expect(answered.body.answeredAt).not.toBeNull()
  })

  test('names the receipt it’s answered with to those who can open it', async () => {
    const added = await fileReceipt(app.server, app.ann, { description: 'Bolts', documentDate: '2025-08-03' })
    const { body: note } = await app.add({
      kind: 'request',
      about: { incomeYear: '2025-26' },
      text: 'Which bolts?',
    })
    const answer = { params: { noteId: note._id }, body: { receipt: added._id } }
    await app.server.call(answerNote, answer, app.ann)
    const seenBy = async (person: Person) => (await app.list({}, person)).find(({ _id }) => _id === note._id)
    const named = { answerReceipt: added._id, answerReceiptTitle: 'Bolts' }
    const unnamed = { answerReceipt: null, answerReceiptTitle: null }
    const params = { uploadId: added._id }
    expect(await seenBy(app.guest)).toMatchObject(named)
    await app.server.call(api.receipts.editFacts, { params, body: { documentDate: '2024-08-03' } }, app.ann)
    expect([await seenBy(app.ann), await seenBy(app.guest)]).toMatchObject([named, unnamed])
    await app.server.call(api.receipts.remove, { params }, app.ann)
    expect(await seenBy(app.ann)).toMatchObject(unnamed)
  })

  test('about a receipt in the bin is answered once that’s restored', async () => {
    const binned = await fileReceipt(app.server, app.ann, {
      description: 'Binned',
      documentDate: '2025-08-02',
    })
    const byReceipt = { params: { uploadId: binned._id } }
    const about = { receipt: binned._id }
    const { body: question } = await app.add({ kind: 'request', about, text: 'What’s this?' })
    const { body: proposal } = await app.add({ kind: 'label', about, label: 'D2' })
    const answer = (body: object, { _id } = question) =>
      app.server.call(answerNote, { params: { noteId: _id }, body }, app.ann)
    await answer({ accept: false }, proposal)
    await app.server.call(api.receipts.remove, byReceipt, app.ann)
    const refused = { status: 409, body: { code: receiptRefusals.inTrash.code } }
    expect(await answer({ text: 'A drill.' })).toMatchObject(refused)
    expect(await app.server.call(undoDecision, { params: { noteId: proposal._id } }, app.ann)).toMatchObject(
      refused,
    )
    await app.server.call(api.receipts.restore, byReceipt, app.ann)
    expect((await answer({ text: 'A drill.' })).body).toMatchObject({ answer: 'A drill.' })
  })

  test('is no longer a task once the share has expired', async () => {
    const { guest: late } = await addGuest(app.server, app.ann, { email: 'late@example.com' })
    const { body: note } = await app.add(
      { kind: 'request', about: { incomeYear: '2025-26' }, text: 'Still open?' },
      late,
    )
    const task = expect.objectContaining({ _id: note._id })
    expect(await app.list({ open: 'true' }, app.ann)).toContainEqual(task)
    const yesterday = sydneyDay(new Date(Date.now() - DAY_MS))
    const expiring = app.server.deps.db.updateTable('rooms').set({ lastDay: yesterday })
    await expiring.where('id', '=', late.id).execute()
    expect(await app.list({ open: 'true' }, app.ann)).not.toContainEqual(task)
    expect(await app.list({}, app.ann)).toContainEqual(task)
  })

  test('sent twice at the same time, or again hours later, is added and mailed once', async () => {
    const owner = await addSubscriber(app.server, 'twice@example.com')
    const { room, guest: asker } = await addGuest(app.server, owner, { email: 'asker@example.com' })
    const ask = () =>
      app.add({ kind: 'request', about: { incomeYear: '2025-26' }, text: 'Any tolls?' }, asker, {
        'idempotency-key': 'asked-once',
      })
    const { db } = app.server.deps
    const both = await whileLocked(db, sql`lock table room_notes in share mode`, [ask, ask])
    const hoursAgo = { createdAt: new Date(Date.now() - DAY_MS) }
    await db.updateTable('roomNotes').set(hoursAgo).where('roomId', '=', room._id).execute()
    const ids = [...both, await ask()].map(({ body }) => body._id)
    expect(new Set(ids).size).toBe(1)
    expect(await app.list({}, owner)).toHaveLength(1)
    const { guest: last } = await addGuest(app.server, owner, { email: 'next@example.com' })
    await app.add({ kind: 'request', about: { incomeYear: '2025-26' }, text: 'Any fuel?' }, last)
    await app.server.outbox.waitFor(owner.email, { subject: 'next@example.com has a question' })
    const mailed = app.server.outbox.sent.filter(({ subject }) =>
      subject.startsWith('asker@example.com has a question'),
    )
    expect(mailed).toHaveLength(1)
  })

  test('is limited to shared data, and to its author and the owner', async () => {
    const hidden = await fileReceipt(app.server, app.ann, { description: 'Car', documentDate: '2024-08-01' })
    expect((await app.add({ kind: 'request', about: { receipt: hidden._id }, text: 'x' })).status).toBe(404)
    expect((await app.add({ kind: 'request', about: { incomeYear: '2024-25' }, text: 'x' })).status).toBe(404)
    expect(
      (await app.add({ kind: 'request', about: { incomeYear: '2024-25' }, text: 'x' }, app.other)).status,
    ).toBe(201)
    expect((await app.list({})).every(({ incomeYear }) => incomeYear === '2025-26')).toBe(true)
    expect(await app.list({ receipt: app.receipt._id }, app.other)).toEqual([])
    const { status } = await app.server.call(notes, { query: { incomeYear: '2024-25' } }, app.guest)
    expect(status).toBe(404)
  })

  test('is refused while its receipt is being deleted for good', async () => {
    const { _id } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const deleting = sql`delete from receipts where id = ${_id}`
    const request = { kind: 'request' as const, about: { receipt: _id }, text: 'Which job?' }
    const [added] = await whileLocked(app.server.deps.db, deleting, [() => app.add(request)])
    expect(added).toMatchObject({ status: 404, body: { code: receiptRefusals.notFound.code } })
  })

  test('is withdrawn, but not once it’s answered, and not by another guest', async () => {
    const { body } = await app.add({ kind: 'request', about: app.aboutReceipt, text: 'Never mind' })
    const params = { noteId: body._id }
    expect((await app.server.call(removeNote, { params }, app.other)).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await app.server.call(removeNote, { params }, app.guest)).status).toBe(200)
    const [answered] = await app.list({ receipt: app.receipt._id })
    expect((await app.server.call(removeNote, { params: { noteId: answered!._id } }, app.guest)).status).toBe(
      409,
    )
  })
})
