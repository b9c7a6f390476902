import { DAY_MS } from '@docketbox/contract/core/units'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@docketbox/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { checkFiles } from '#features/files'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { pdfText } from '#testing/packs.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => server.setNow(undefined))

const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }

test('the statement has the fingerprint, when a file was stored and the checks it passed', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  const receipt = await fileReceipt(server, ann, { description: 'Protective boots' })
  const params = { uploadId: receipt._id }
  const { versions } = (await server.call(api.receipts.details, { params }, ann)).body
  const textOf = async () => {
    const { status, body } = await server.call(api.packs.statement, { params }, await server.signIn(ann))
    expect(status).toBe(200)
    return pdfText(body)
  }
  const sha256 = versions[0]!.sha256
  const early = await textOf()
  for (const part of ['Integrity statement', 'Protective boots', sha256, 'None yet', 'Unchanged on'])
    expect(early).toContain(part)
  expect(early.replaceAll(/\s+/g, ' ')).toContain(
    'the original stays as an earlier version, and the copy made from it becomes the next',
  )

  // A night of each week reads it.
  for (let night = 1; night <= 14; night++) {
    server.setNow(new Date(Date.now() + night * DAY_MS))
    await checkFiles.handler(server.deps, {}, run)
  }
  expect(await textOf()).toContain('2 of 2, the last on')

  const stored = join(server.deps.config.DATA_DIR, 'files', sha256.slice(0, 2), sha256)
  await appendFile(stored, 'x')
  expect(await textOf()).toContain('damaged')
  const query = { id: receipt._id, file: receipt.file[0]!._id }
  expect(await server.call(api.receipts.download, { query }, await server.signIn(ann))).toMatchObject({
    status: 410,
  })
  await writeFile(stored, 'rotten')
  for (let night = 15; night <= 21; night++) {
    server.setNow(new Date(Date.now() + night * DAY_MS))
    await checkFiles.handler(server.deps, {}, run)
  }
  const late = await textOf()
  expect(late).toContain('2 of 3, the last on')
  expect(late).toContain('damaged')
})

test('is for the receipt’s owner only', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const eve = await addSubscriber(server, 'eve@example.com')
  const params = { uploadId: (await fileReceipt(server, bob))._id }
  expect((await server.call(api.packs.statement, { params }, eve)).status).toBe(404)
})
