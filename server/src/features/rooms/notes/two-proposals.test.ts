import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { fileReceipt } from '#testing/receipts.ts'
import { startNotesServer } from '#testing/rooms.ts'

const { answerNote, undoDecision } = api.rooms

test('undoing two accepted proposals, the first one first, brings back the label from before both', async () => {
  const app = await startNotesServer()
  const { _id } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
  const params = { uploadId: _id }
  await app.server.call(api.receipts.editLabel, { params, body: { confirmed: 'D5' } }, app.ann)
  const proposals = [
    (await app.add({ kind: 'label', about: { receipt: _id }, label: 'D2' })).body,
    (await app.add({ kind: 'label', about: { receipt: _id }, label: 'D3' }, app.other)).body,
  ]
  for (const { _id: noteId } of proposals)
    await app.server.call(answerNote, { params: { noteId }, body: { accept: true } }, app.ann)
  for (const { _id: noteId } of proposals)
    await app.server.call(undoDecision, { params: { noteId } }, app.ann)
  const { label } = (await app.server.call(api.receipts.details, { params }, app.ann)).body
  expect(label.confirmed).toBe('D5')
})
