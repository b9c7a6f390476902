import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Receipt, receiptRefusals } from '@docketbox/contract'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderPreviews } from '#features/files'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload } from '#testing/receipts.ts'

const { details, download, downloadAll, draftFile, preview } = api.receipts
const LIST = 'Files we left out.txt'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const pathOf = async ({ _id }: Receipt, person: Person) => {
  const { versions } = (await server.call(details, { params: { uploadId: _id } }, person)).body
  const name = versions[0]!.sha256
  return join(server.deps.config.DATA_DIR, 'files', name.slice(0, 2), name)
}
const open = ({ _id, file }: Receipt, person: Person) =>
  server.call(download, { query: { id: _id, file: file[0]!._id } }, person)
const change = (content: Buffer) => {
  const changed = Buffer.from(content)
  changed[50]! ^= 1
  return changed
}

describe('files that are missing or damaged', () => {
  const contents = [pdf('intact'), pdf('gone'), pdf('changed'), pdf('cut short'), pdf('last')]
  let ann: Person
  let receipts: Receipt[]
  beforeAll(async () => {
    ann = await addSubscriber(server, 'ann@example.com')
    receipts = []
    for (const content of contents)
      receipts.push(await fileReceipt(server, ann, { file: fileOf(content, 'x.pdf'), description: 'Fuel' }))
    const [, gone, changed, cut] = await Promise.all(receipts.map((receipt) => pathOf(receipt, ann)))
    await rm(gone!)
    await writeFile(changed!, change(contents[2]!))
    await writeFile(cut!, contents[3]!.subarray(0, 100))
  })

  test.each<[string, () => Promise<{ headers: Headers; body: Buffer }>]>([
    ['a zip', () => server.call(downloadAll, { query: { category: fuel } }, ann)],
    ['the export', () => server.call(api.account.exportAll, {}, ann)],
  ])('are left out of %s, which lists them and contains the others', async (_, load) => {
    const { headers, body } = await load()
    expect(headers.get('content-length')).toBe(String(body.length))
    const entries = await unzip(body)
    const files = entries.filter(({ name }) => name.endsWith('.pdf'))
    expect(files.map((entry) => entry.body)).toEqual([contents[0], contents[4]])
    const list = entries.find(({ name }) => name === LIST)!.body.toString()
    expect(list.match(/\.pdf\r\n/g)).toHaveLength(3)
    expect(list).toContain('upload it again')
  })

  test('explain that on download, and are repaired by uploading them again', async () => {
    for (const [at, receipt] of receipts.entries()) {
      if (at === 0 || at === 4) continue
      expect(await open(receipt, ann)).toMatchObject({
        status: 410,
        body: { code: receiptRefusals.damagedFile.code, message: receiptRefusals.damagedFile.message },
      })
      const uri = await upload(server, ann, fileOf(contents[at]!))
      const draftId = uri.slice('draft:'.length)
      expect((await server.call(draftFile, { params: { draftId }, query: {} }, ann)).body).toEqual(
        contents[at],
      )
      expect(await open(receipt, ann)).toMatchObject({ status: 200, body: contents[at] })
    }
    const { body } = await server.call(downloadAll, { query: { category: fuel } }, ann)
    const names = (await unzip(body)).map(({ name }) => name)
    expect(names).toHaveLength(1 + contents.length)
    expect(names).not.toContain(LIST)
  })
})

test('a preview that was lost is rendered again', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const receipt = await fileReceipt(server, bob, { file: fileOf(await docketJpeg({ seed: 5 })) })
  const show = () => server.call(preview, { query: { id: receipt._id, file: receipt.file[0]!._id } }, bob)
  const first = await show()
  const { resultSha256 } = await server.deps.db
    .selectFrom('derivatives')
    .innerJoin('receiptVersions', 'receiptVersions.sha256', 'derivatives.sha256')
    .select('derivatives.resultSha256')
    .where('receiptVersions.ownerId', '=', bob.id)
    .executeTakeFirstOrThrow()
  await server.deps.files.remove(resultSha256!)
  expect(await show()).toMatchObject({ status: 200, body: first.body })
})

test('a file that can’t be read doesn’t stop the previews of others', async () => {
  const { db, files } = server.deps
  const [kim, lee] = [
    await addSubscriber(server, 'kim@example.com'),
    await addSubscriber(server, 'lee@example.com'),
  ]
  await fileReceipt(server, kim, { file: fileOf(await docketJpeg({ seed: 81 })) })
  await fileReceipt(server, lee, { file: fileOf(await docketJpeg({ seed: 82 })) })
  const stateOf = async (person: Person) => {
    const rows = await db
      .selectFrom('derivatives')
      .innerJoin('receiptVersions', 'receiptVersions.sha256', 'derivatives.sha256')
      .select(['derivatives.state', 'derivatives.sha256'])
      .where('receiptVersions.ownerId', '=', person.id)
      .execute()
    return rows[0]!
  }
  for (const person of [kim, lee]) await expect.poll(async () => (await stateOf(person)).state).toBe('done')
  await files.remove((await stateOf(kim)).sha256)
  for (const person of [kim, lee])
    await db
      .updateTable('derivatives')
      .set({ state: 'pending', resultSha256: null, thumbnailSha256: null })
      .where('sha256', '=', (await stateOf(person)).sha256)
      .execute()
  const signal = new AbortController().signal
  await renderPreviews.handler(server.deps, {}, { id: '1', attempt: 1, isLast: true, signal })
  expect([(await stateOf(kim)).state, (await stateOf(lee)).state]).toEqual(['failed', 'done'])
})
