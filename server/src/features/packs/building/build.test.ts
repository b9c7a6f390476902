import { DAY_MS } from '@docketbox/contract/core/units'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  api,
  daysOf,
  endingOf,
  incomeYearOf,
  packRefusals,
  type Receipt,
  sydneyDay,
} from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { openPack, pdfText } from '#testing/packs.ts'
import { addSubscriber, fileOf, fileReceipt } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'
import { downloadPack } from '../download.ts'
import { findPack, insertPack, type PackKey } from '../store.ts'
import { build } from './build.ts'
import { cleanPacks } from './job.ts'
import { takeSnapshot } from './take-snapshot.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
const { signal } = new AbortController()
const INCOME_YEAR = incomeYearOf(sydneyDay(new Date()))

/** A pack that no job makes. */
async function newPack({ id: ownerId }: Person): Promise<PackKey> {
  const key = { ownerId, id: newId() }
  const year = { incomeYear: endingOf(INCOME_YEAR), formats: [], requestedAt: server.deps.now() }
  expect(await insertPack(server.deps.db, { ...key, ...year })).toBe(true)
  return key
}

async function addReceipts(person: Person, count: number): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (let n = 0; n < count; n++) {
    const file = fileOf(pdf(`${person.email} ${n}`))
    receipts.push(await fileReceipt(server, person, { file, description: `No ${n}` }))
  }
  return receipts
}

/** Where the file of a receipt is stored. */
async function storedPath(person: Person, { _id: uploadId }: Receipt): Promise<string> {
  const { versions } = (await server.call(api.receipts.details, { params: { uploadId } }, person)).body
  const name = versions[0]!.sha256
  return join(server.deps.config.DATA_DIR, 'files', name.slice(0, 2), name)
}

test('a pack built while receipts change reflects one moment', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  const [changed, deleted] = await addReceipts(ann, 3)
  const key = await newPack(ann)
  await takeSnapshot(server.deps, key)
  const params = { uploadId: changed!._id }
  await server.call(api.receipts.editFacts, { params, body: { description: 'Changed' } }, ann)
  await server.call(api.receipts.remove, { params: { uploadId: deleted!._id } }, ann)
  await addReceipts(ann, 1)
  await build(server.deps, key, signal)
  const files = await openPack(server, ann, { _id: key.id })
  const csv = files.get('receipts.csv')!.toString()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(4)
  expect(csv).toContain('No 0')
  expect(csv).not.toContain('Changed')
})

test('what is added while the data is being taken isn’t in the pack', async () => {
  const joe = await addSubscriber(server, 'joe@example.com')
  await addReceipts(joe, 1)
  const key = await newPack(joe)
  const { db } = server.deps
  let taking: Promise<void> | undefined
  await inTransaction(db, async (blocking) => {
    await sql`lock table pack_rows in exclusive mode`.execute(blocking)
    taking = takeSnapshot(server.deps, key)
    const blocked = async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
      return rows.length
    }
    await expect.poll(blocked).toBe(1)
    const toll = {
      kind: 'unobtainable' as const,
      paidOn: daysOf(INCOME_YEAR).first,
      supplier: 'Linkt',
      description: 'Toll',
      amountCents: 7_50,
      note: 'No receipt from the toll gate',
    }
    const saved = await server.call(api.expenses.save, { params: { evidenceId: newId() }, body: toll }, joe)
    expect(saved.status).toBe(200)
  })
  await taking
  await build(server.deps, key, signal)
  const csv = (await openPack(server, joe, { _id: key.id })).get('receipts.csv')!.toString()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
})

test('an interrupted run continues where it stopped', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  await addReceipts(bob, 3)
  const key = await newPack(bob)
  const reads: string[] = []
  const counting = (limit: number): Deps => {
    const { files } = server.deps
    const read: typeof files.read = (sha256, into, start) => {
      if (reads.length === limit) throw new Error('killed')
      reads.push(sha256.toString('hex'))
      return files.read(sha256, into, start)
    }
    return { ...server.deps, files: { ...files, read } }
  }
  await takeSnapshot(server.deps, key)
  await expect(build(counting(0), key, signal)).rejects.toThrow('killed')
  expect((await findPack(server.deps.db, key))!.state).toBe('building')
  await build(counting(3), key, signal)
  expect(new Set(reads).size).toBe(3)
  const pack = (await findPack(server.deps.db, key))!
  expect(pack).toMatchObject({ state: 'ready', receipts: 3, files: 3, checkedFiles: 3 })
  // Another run of the same job changes nothing.
  await build(server.deps, key, signal)
  expect(await findPack(server.deps.db, key)).toEqual(pack)
})

test('a damaged file is left out and listed', async () => {
  const kim = await addSubscriber(server, 'kim@example.com')
  const [receipt] = await addReceipts(kim, 2)
  await writeFile(await storedPath(kim, receipt!), 'rotten')
  const key = await newPack(kim)
  await build(server.deps, key, signal)
  expect(await findPack(server.deps.db, key)).toMatchObject({ state: 'ready', files: 2, leftOut: 1 })
  const files = await openPack(server, kim, { _id: key.id })
  expect([...files.keys()].filter((path) => path.includes('/'))).toHaveLength(1)
  const { leftOut } = JSON.parse(files.get('manifest.json')!.toString()) as { leftOut: { path: string }[] }
  expect(leftOut).toHaveLength(1)
  expect((await pdfText(files.get('summary.pdf')!)).replaceAll(/\s/g, '')).toContain(leftOut[0]!.path)
  const csv = files.get('receipts.csv')!.toString()
  expect(csv).toContain('No 0')
  expect(csv).not.toContain(leftOut[0]!.path)
})

test('if a file goes missing later, the download ends and a pack without it is made', async () => {
  const ivy = await addSubscriber(server, 'ivy@example.com')
  const [receipt] = await addReceipts(ivy, 2)
  const key = await newPack(ivy)
  await build(server.deps, key, signal)
  await rm(await storedPath(ivy, receipt!))
  const download = () => server.call(api.packs.download, { params: { packId: key.id } }, ivy)
  expect(await download().catch(({ message }: Error) => message)).toBe('terminated')
  expect(await download()).toMatchObject({ status: 410, body: { code: packRefusals.damaged.code } })
  const list = async () =>
    (await server.call(api.packs.list, { params: { incomeYear: INCOME_YEAR } }, ivy)).body.docs
  await expect.poll(async () => (await list())[0]).toMatchObject({ state: 'ready', files: 2, leftOut: 1 })
  const packs = await list()
  expect(packs.map(({ state }) => state)).toEqual(['ready', 'failed'])
  const files = await openPack(server, ivy, packs[0]!)
  expect([...files.keys()].filter((path) => path.includes('/'))).toHaveLength(1)
})

test('without originals it has the documents, and a manifest of them', async () => {
  const lia = await addSubscriber(server, 'lia@example.com')
  await addReceipts(lia, 1)
  const key = await newPack(lia)
  await build(server.deps, key, signal)
  const { bytes, sizeBytes } = await downloadPack(server.deps, (await findPack(server.deps.db, key))!, {
    hasOriginals: false,
  })
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk as Buffer))
  const zip = Buffer.concat(chunks)
  expect(zip.length).toBe(sizeBytes)
  const files = await unzip(zip)
  const manifest = JSON.parse(files.at(-1)!.body.toString()) as { files: { path: string }[] }
  expect(manifest.files.map(({ path }) => path)).toEqual(files.slice(0, -1).map(({ name }) => name))
})

test('two requests at once make one pack, and the eleventh replaces the first', async () => {
  const max = await addSubscriber(server, 'max@example.com')
  const request = () => server.call(api.packs.request, { params: { incomeYear: INCOME_YEAR }, body: {} }, max)
  const key = await newPack(max)
  const answers = await Promise.all([request(), request()])
  expect(answers.map(({ body }) => body._id)).toEqual([key.id, key.id])
  await build(server.deps, key, signal)
  for (let n = 0; n < 10; n++) {
    const next = (await request()).body
    await expect
      .poll(async () => (await findPack(server.deps.db, { ...key, id: next._id }))!.state)
      .toBe('ready')
  }
  expect(await findPack(server.deps.db, key)).toBeUndefined()
})

test('the nightly clean-up gives up packs without a job', async () => {
  const zoe = await addSubscriber(server, 'zoe@example.com')
  const abandoned = await newPack(zoe)
  const params = { packId: abandoned.id }
  const early = await server.call(api.packs.download, { params }, zoe)
  expect(early).toMatchObject({ status: 409, body: { code: packRefusals.notReady.code } })
  server.setNow(new Date(Date.now() + 2 * DAY_MS))
  await cleanPacks.handler(server.deps, {}, { id: '1', attempt: 1, isLast: true, signal })
  server.setNow(undefined)
  expect((await findPack(server.deps.db, abandoned))!.state).toBe('failed')
})
