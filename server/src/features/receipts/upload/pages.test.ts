import { buffer } from 'node:stream/consumers'
import { api } from '@docketbox/contract'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'

test('a PDF that was uploaded before shows all its pages at once to anyone who adds it', async () => {
  const server = await startTestServer()
  const ann = await addSubscriber(server, 'ann@example.com')
  const bob = await addSubscriber(server, 'bob@example.com')
  const invoice = fileOf(await threePages(), 'invoice.pdf')
  const draftOf = async (uri: string, person = ann) =>
    (await server.call(api.receipts.draft, { params: { draftId: uri.slice('draft:'.length) } }, person)).body

  const first = await upload(server, ann, invoice)
  await expect.poll(async () => (await draftOf(first)).pages, { timeout: 30_000 }).toBe(3)
  const again = await server.call(api.receipts.uploadFile, { body: invoice, query: {} }, ann)
  expect(again.body.pages).toBe(3)
  const filed = await fileReceipt(server, bob, { file: invoice })
  expect(filed.file[0]?.pages).toBe(3)

  const receipt = await fileReceipt(server, ann)
  const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
  const body = { uri: again.body.uri }
  const replaced = await server.call(api.receipts.editFile, { params, body }, ann)
  expect(replaced.body.file[0]?.pages).toBe(3)
})

function threePages(): Promise<Buffer> {
  const document = new PDFDocument()
  document.addPage().addPage()
  document.end()
  return buffer(document)
}
