import { api, type Draft } from '@docketbox/contract'
import { bombPdf, endlessPdf } from '@docketbox/testing/files/hostile'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, upload } from '#testing/receipts.ts'

const { draftPreview, uploadFile } = api.receipts

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const show = (uri: string, person: Person) =>
  server.call(draftPreview, { params: { draftId: uri.slice('draft:'.length) }, query: {} }, person)

test('a file that unpacks to gigabytes has no preview', async () => {
  const person = await addSubscriber(server, 'bomb@example.com')
  const uri = await upload(server, person, fileOf(bombPdf(2_500)))
  const { db } = server.deps
  const stateOf = async () => {
    const draft = db.selectFrom('drafts').select('sha256').where('id', '=', uri.slice('draft:'.length))
    return (
      await db.selectFrom('derivatives').select('state').where('sha256', '=', draft).executeTakeFirstOrThrow()
    ).state
  }
  void show(uri, person).catch(() => undefined)
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('failed')
}, 90_000)

test('files that take minutes delay neither another user’s preview nor any upload', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  // Two for each process: without taking turns, they would take a minute.
  for (const seed of [0, 1, 2, 3]) {
    const person = await addSubscriber(server, `hostile${seed}@example.com`)
    const uri = await upload(server, person, fileOf(endlessPdf(seed)))
    void show(uri, person).catch(() => undefined)
  }
  const uri = await upload(server, ann, fileOf(await docketJpeg({ seed: 91 })))
  // While the machine is busy, it may be 503 at first.
  await expect.poll(async () => (await show(uri, ann)).status, { timeout: 50_000 }).toBe(200)
  // It only mentions encryption.
  const mention = await server.call(uploadFile, { body: fileOf(pdf('/Encrypt 6 0 R')), query: {} }, ann)
  expect((mention.body as Draft).preview).toBe('image')
}, 90_000)
