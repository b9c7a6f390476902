import { api, receiptRefusals, roomRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileReceipt, fuel, upload } from '#testing/receipts.ts'
import { addGuest, startNotesServer } from '#testing/rooms.ts'

let app: Awaited<ReturnType<typeof startNotesServer>>
beforeAll(async () => {
  app = await startNotesServer()
})

const aboutYear = { incomeYear: '2025-26' }
const idOf = (uri: string) => uri.replace('draft:', '')
const answer = (noteId: string, body: object) =>
  app.server.call(api.rooms.answerNote, { params: { noteId }, body }, app.ann)
const newReceipt = (uri: string, documentDate = '2025-08-05') => ({
  category: fuel,
  file: [{ uri }],
  facts: { documentDate },
})
const waiting = async () =>
  (await app.server.call(api.receipts.drafts, { query: {} }, app.ann)).body.docs.map(({ uri }) => uri)
const details = async (uploadId: string, person = app.ann) =>
  (await app.server.call(api.receipts.details, { params: { uploadId } }, person)).body

describe('an answer with a file', () => {
  test('files it as a receipt that the guest can open, once however often it’s sent', async () => {
    const { body: note } = await app.add({ kind: 'request', about: aboutYear, text: 'Any tolls?' })
    const uri = await upload(app.server, app.ann)
    const send = () => answer(note._id, { text: 'Here.', newReceipt: newReceipt(uri) })
    const { status, body } = await send()
    expect({ status, answer: body.answer }).toEqual({ status: 200, answer: 'Here.' })
    expect(await details(body.answerReceipt!, app.guest)).toMatchObject({ _id: body.answerReceipt })
    expect(await waiting()).not.toContain(uri)
    expect(await send()).toMatchObject({ status: 200, body: { answerReceipt: body.answerReceipt } })
    const other = await answer(note._id, { newReceipt: newReceipt(await upload(app.server, app.ann)) })
    expect(other.body).toMatchObject({ code: roomRefusals.alreadyAnswered.code })
  })

  test('adds it to the receipt that was asked about, once however often it’s sent', async () => {
    const asked = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-06' })
    const about = { receipt: asked._id }
    const { body: note } = await app.add({ kind: 'request', about, text: 'Is there a second page?' })
    const draft = idOf(await upload(app.server, app.ann))
    for (let time = 0; time < 2; time++)
      expect(await answer(note._id, { draft })).toMatchObject({ body: { answerReceipt: asked._id } })
    expect((await details(asked._id)).file).toHaveLength(2)
  })

  test('that’s refused leaves the file waiting in To file and the receipts as they were', async () => {
    const { room, guest } = await addGuest(app.server, app.ann, { email: 'ended@example.com' })
    const asked = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-07' })
    const ask = async (about: { receipt: string } | { incomeYear: string }) =>
      (await app.add({ kind: 'request', about, text: 'Is there more?' }, guest)).body._id
    const [aboutReceipt, aboutAll] = [await ask({ receipt: asked._id }), await ask(aboutYear)]
    const uri = await upload(app.server, app.ann)
    // Its preview counts them.
    await expect.poll(async () => (await details(asked._id)).file[0]?.pages).toBe(1)
    const before = await details(asked._id)
    const refused = { status: 404, body: { code: receiptRefusals.unknownCategory.code } }
    const unknown = { ...newReceipt(uri), category: crypto.randomUUID() }
    expect(await answer(aboutAll, { newReceipt: unknown })).toMatchObject(refused)
    await app.server.call(api.rooms.revoke, { params: { roomId: room._id } }, app.ann)
    const ended = { status: 409, body: { code: roomRefusals.ended.code } }
    expect(await answer(aboutReceipt, { draft: idOf(uri) })).toMatchObject(ended)
    expect(await answer(aboutAll, { newReceipt: newReceipt(uri) })).toMatchObject(ended)
    expect(await details(asked._id)).toEqual(before)
    expect(await waiting()).toContain(uri)
  })

  test('is refused and not filed if the guest couldn’t see it, and can then be in words', async () => {
    const asked = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-08' })
    const about = { receipt: asked._id }
    const { body: note } = await app.add({ kind: 'request', about, text: 'Isn’t it from last year?' })
    const params = { uploadId: asked._id }
    await app.server.call(api.receipts.editFacts, { params, body: { documentDate: '2024-08-08' } }, app.ann)
    const uri = await upload(app.server, app.ann)
    const unseen = [
      { receipt: asked._id },
      { text: 'It is.', receipt: asked._id },
      { draft: idOf(uri) },
      { newReceipt: newReceipt(uri, '2024-08-08') },
    ]
    // Sharing its year makes another share, and this one still couldn't show it.
    const message =
      'They couldn’t see this receipt, because its income year isn’t shared with them. Answer in words.'
    const refused = { status: 409, body: { code: roomRefusals.yearNotShared.code, message } }
    for (const body of unseen) expect(await answer(note._id, body)).toMatchObject(refused)
    expect(await waiting()).toContain(uri)
    expect(await answer(note._id, { text: 'It is.' })).toMatchObject({ status: 200 })
  })

  test('can’t be a page of a receipt if it isn’t about one, nor several receipts', async () => {
    const { body: note } = await app.add({ kind: 'request', about: aboutYear, text: 'Any more?' })
    const draft = idOf(await upload(app.server, app.ann))
    expect((await answer(note._id, { draft })).status).toBe(400)
    expect((await answer(note._id, { draft, receipt: app.receipt._id })).status).toBe(400)
  })
})
