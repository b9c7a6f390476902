import { DAY_MS } from '@docketbox/contract/core/units'
import { api, endingOf, incomeYearOf, sydneyDay } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { cleanFiles } from '#features/files'
import { newId } from '#platform/database/ids.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { openPack } from '#testing/packs.ts'
import { addSubscriber, fileOf, fileReceipt } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { insertPack, listPacks, type PackKey } from '../store.ts'
import { build } from './build.ts'
import { takeSnapshot } from './take-snapshot.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
const { signal } = new AbortController()
const job = { id: '1', attempt: 1, isLast: true, signal }
const incomeYear = endingOf(incomeYearOf(sydneyDay(new Date())))

/** A pack that no job makes. */
async function newPack({ id: ownerId }: Person): Promise<PackKey> {
  const pack = { ownerId, id: newId(), incomeYear, formats: [], requestedAt: server.deps.now() }
  expect(await insertPack(server.deps.db, pack)).toBe(true)
  return pack
}

test('a receipt that’s deleted for good takes the packs with it along, finished or not, and no others', async () => {
  const kay = await addSubscriber(server, 'kay@example.com')
  const deleted = await fileReceipt(server, kay, { file: fileOf(pdf('deleted')) })
  await fileReceipt(server, kay, { file: fileOf(pdf('kept')) })
  const finished = await newPack(kay)
  await build(server.deps, finished, signal)
  const unfinished = await newPack(kay)
  await takeSnapshot(server.deps, unfinished)
  const params = { uploadId: deleted._id }
  await server.call(api.receipts.remove, { params }, kay)
  const packs = () => listPacks(server.deps.db, { ownerId: kay.id, incomeYear })
  expect(await packs()).toHaveLength(2)
  const input = { params, body: { isConfirmed: true } }
  expect(await server.call(api.receipts.deletePermanently, input, kay)).toMatchObject({ status: 200 })
  expect(await packs()).toEqual([])
  await build(server.deps, unfinished, signal)
  expect(await packs()).toEqual([])
  const later = await newPack(kay)
  await build(server.deps, later, signal)
  expect(await packs()).toMatchObject([{ id: later.id, state: 'ready', files: 1 }])
})

test('a document whose bytes are removed while the pack is made is written again', async () => {
  const una = await addSubscriber(server, 'una@example.com')
  const earlier = await newPack(una)
  await build(server.deps, earlier, signal)
  // `verify.html` is the same in every pack.
  await server.deps.db.deleteFrom('packs').execute()
  const key = await newPack(una)
  const { files } = server.deps
  server.setNow(new Date(Date.now() + 2 * DAY_MS))
  let received = 0
  const receive: typeof files.receive = async (bytes, options) => {
    const stored = await files.receive(bytes, options)
    // The lists, the summary and two manifests, the last of all.
    if (++received === 6) await cleanFiles.handler(server.deps, {}, job)
    return stored
  }
  await expect(build({ ...server.deps, files: { ...files, receive } }, key, signal)).rejects.toThrow(
    'removed',
  )
  await build(server.deps, key, signal)
  server.setNow(undefined)
  expect([...(await openPack(server, una, { _id: key.id })).keys()]).toContain('verify.html')
})
