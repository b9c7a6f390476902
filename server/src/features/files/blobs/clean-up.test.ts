import { DAY_MS, MINUTE_MS } from '@docketbox/contract/core/units'
import { Readable } from 'node:stream'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cleanReceipts } from '#features/receipts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { REMOVAL_LOCK } from '#platform/storage/removal-lock.ts'
import { cleanFiles } from '../jobs.ts'
import { discardBytes } from './clean-up.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => server.setNow(undefined))

const { remove, bin, download, preview } = api.receipts
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const cleanAfter = async (days: number) => {
  server.setNow(new Date(Date.now() + days * DAY_MS))
  await cleanReceipts.handler(server.deps, {}, run)
  await cleanFiles.handler(server.deps, {}, run)
}
const isKept = async (sha256: Buffer) => {
  const row = await server.deps.db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  const isStored = await server.deps.files.has(sha256)
  expect(row !== undefined).toBe(isStored)
  return isStored
}
const withOldFiles = (files: FileStore): FileStore => ({
  ...files,
  async *list() {
    for await (const stored of files.list()) yield { ...stored, storedAt: new Date('2020-01-01') }
  },
})
const shaOf = async (ownerId: string) => {
  const rows = await server.deps.db
    .selectFrom('drafts')
    .select('sha256')
    .where('ownerId', '=', ownerId)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

describe('the nightly clean-up', () => {
  test('keeps an upload that waits to be filed, and deletes a discarded one after seven days', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    const uri = await upload(server, ann, fileOf(pdf('unclaimed')))
    const [sha256] = await shaOf(ann.id)
    await cleanAfter(400)
    expect(await isKept(sha256!)).toBe(true)
    server.setNow(undefined)
    const params = { draftId: uri.replace('draft:', '') }
    await server.call(api.receipts.discardDraft, { params }, ann)
    await cleanAfter(6)
    expect(await isKept(sha256!)).toBe(true)
    await cleanAfter(8)
    expect(await isKept(sha256!)).toBe(false)
  })

  test('keeps the bytes of receipts and their previews', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    const content = await docketJpeg({ seed: 12 })
    const receipt = await fileReceipt(server, bob, { file: fileOf(content) })
    const query = { id: receipt._id, file: receipt.file[0]!._id }
    await server.call(preview, { query }, bob)
    await cleanAfter(400)
    const later = await server.signIn(bob)
    expect((await server.call(download, { query }, later)).body.equals(content)).toBe(true)
    expect((await server.call(preview, { query }, later)).status).toBe(200)
  })

  test('empties the bin after thirty days, but keeps bytes that another user has too', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    const lee = await addSubscriber(server, 'lee@example.com')
    const shared = fileOf(await docketJpeg({ seed: 21 }))
    const own = fileOf(await docketJpeg({ seed: 22 }))
    const hers = [
      await fileReceipt(server, kim, { file: shared }),
      await fileReceipt(server, kim, { file: own }),
    ]
    const his = await fileReceipt(server, lee, { file: shared })
    const shas = await shaOf(kim.id)
    for (const { _id } of hers) await server.call(remove, { params: { uploadId: _id } }, kim)

    await cleanAfter(29)
    const at29 = await server.signIn(kim)
    expect((await server.call(bin, { query: {} }, at29)).body.totalDocs).toBe(2)
    await cleanAfter(31)
    const at31 = await server.signIn(kim)
    expect((await server.call(bin, { query: {} }, at31)).body.totalDocs).toBe(0)
    const kept = await Promise.all(shas.map(isKept))
    expect(kept.filter(Boolean)).toHaveLength(1)
    const query = { id: his._id, file: his.file[0]!._id }
    expect((await server.call(download, { query }, await server.signIn(lee))).status).toBe(200)
  })

  test('removes bytes without a row once they’re a day old', async () => {
    const { sha256 } = await server.deps.files.receive(Readable.from([pdf('stray')]), { limitBytes: 10_000 })
    await cleanAfter(0)
    expect(await server.deps.files.has(sha256)).toBe(true)
    await cleanAfter(2)
    expect(await server.deps.files.has(sha256)).toBe(false)
  })

  test('keeps bytes older than the database, whose receipts another database has', async () => {
    const { files } = server.deps
    const { sha256 } = await files.receive(Readable.from([pdf('earlier')]), { limitBytes: 10_000 })
    server.setNow(server.later(400))
    await cleanFiles.handler({ ...server.deps, files: withOldFiles(files) }, {}, run)
    expect(await files.has(sha256)).toBe(true)
    await cleanAfter(2)
    expect(await files.has(sha256)).toBe(false)
  })

  test('keeps the bytes of a blob that any table references', async () => {
    const { db } = server.deps
    const max = await addSubscriber(server, 'max@example.com')
    const uri = await upload(server, max, fileOf(pdf('evidence')))
    const [sha256] = await shaOf(max.id)
    await server.call(api.receipts.discardDraft, { params: { draftId: uri.replace('draft:', '') } }, max)
    await sql`create table evidence (sha256 bytea references blobs (sha256))`.execute(db)
    await sql`insert into evidence values (${sha256})`.execute(db)
    await cleanAfter(10)
    expect(await isKept(sha256!)).toBe(true)
    await sql`drop table evidence`.execute(db)
    await cleanAfter(10)
    expect(await isKept(sha256!)).toBe(false)
  })

  test('goes on after bytes that can’t be deleted, reports them, and tries again the next night', async () => {
    const { db, files, log } = server.deps
    const old = new Date('2020-01-01')
    const [sha256, ...others] = await Promise.all(
      ['stuck', 'second', 'third'].map(async (text) => {
        const received = await files.receive(Readable.from([pdf(text)]), { limitBytes: 10_000 })
        const blob = { sha256: received.sha256, sizeBytes: 1, crc32: 0, createdAt: old, sentAt: old }
        await db.insertInto('blobs').values(blob).execute()
        return received.sha256
      }),
    )
    const err = Object.assign(new Error('not permitted'), { code: 'EPERM' })
    const remove = async (one: Buffer) => {
      if (one.equals(sha256!)) throw err
      await files.remove(one)
    }
    const error = vi.spyOn(log, 'error').mockReturnValue(undefined)
    await cleanFiles.handler({ ...server.deps, files: { ...files, remove } }, {}, run)
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err, count: 1, files: [sha256!.toString('hex')] },
      'stored files that aren’t needed can’t be deleted',
    )
    error.mockRestore()
    expect(await Promise.all(others.map(isKept))).toEqual([false, false])
    expect(await files.has(sha256!)).toBe(true)
    server.setNow(server.later(2))
    // As in a restored backup, whose database is newer than its files.
    await cleanFiles.handler({ ...server.deps, files: withOldFiles(files) }, {}, run)
    expect(await isKept(sha256!)).toBe(false)
  })

  test('removes bytes whose row was deleted while a backup copied files', async () => {
    const { db, files } = server.deps
    const { sha256 } = await files.receive(Readable.from([pdf('copied')]), { limitBytes: 10_000 })
    const old = new Date('2020-01-01')
    await db
      .insertInto('blobs')
      .values({ sha256, sizeBytes: 1, crc32: 0, createdAt: old, sentAt: old })
      .execute()
    const deps = { ...server.deps, files: withOldFiles(files) }
    await inTransaction(db, async (backup) => {
      await sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`.execute(backup)
      await cleanFiles.handler(deps, {}, run)
    })
    expect(await files.has(sha256)).toBe(true)
    await cleanFiles.handler(deps, {}, run)
    expect(await isKept(sha256)).toBe(false)
  })

  test('refuses an upload while the store may still remove the same bytes', async () => {
    const { db, files } = server.deps
    const pat = await addSubscriber(server, 'pat@example.com')
    const content = pdf('removed late')
    const { sha256 } = await files.receive(Readable.from([content]), { limitBytes: 10_000 })
    const slow = { ...server.deps, files: { ...files, remove: () => Promise.reject(new Error('timeout')) } }
    await expect(discardBytes(slow, sha256)).resolves.toBeUndefined()
    const send = async () =>
      (await server.call(api.receipts.uploadFile, { body: fileOf(content), query: {} }, pat)).status
    expect(await send()).toBe(503)
    await files.remove(sha256)
    expect(await send()).toBe(503)
    server.setNow(new Date(Date.now() + 15 * MINUTE_MS))
    expect(await send()).toBe(201)
    expect(await isKept(sha256)).toBe(true)
    await cleanAfter(2)
    expect(await db.selectFrom('removals').selectAll().execute()).toEqual([])
  })

  test('doesn’t remove bytes that are uploaded again at the same moment', async () => {
    const zoe = await addSubscriber(server, 'zoe@example.com')
    for (let round = 0; round < 10; round++) {
      const content = pdf(`race ${round}`)
      await upload(server, zoe, fileOf(content))
      const [sha256] = (await shaOf(zoe.id)).slice(-1)
      await server.deps.db.deleteFrom('drafts').where('sha256', '=', sha256!).execute()
      const old = new Date('2020-01-01')
      await server.deps.db.updateTable('blobs').set({ sentAt: old }).where('sha256', '=', sha256!).execute()
      const send = () => server.call(api.receipts.uploadFile, { body: fileOf(content), query: {} }, zoe)
      const [response] = await Promise.all([send(), cleanFiles.handler(server.deps, {}, run)])
      const final = response.status === 201 ? response : await send()
      expect(final.status).toBe(201)
      expect(await isKept(sha256!)).toBe(true)
    }
  })
})
