import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cleanReceipts } from '#features/receipts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { cleanFiles } from '../jobs.ts'
import { findUnreferenced, type Window } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }

test('the nightly clean-up looks at a few blobs at a time, however few of them are unreferenced', async () => {
  const { db } = server.deps
  const gil = await addSubscriber(server, 'gil@example.com')
  await fileReceipt(server, gil, { file: fileOf(pdf('referenced')) })
  const old = new Date('2020-01-01')
  const strays = [1, 2, 3].map((byte) => Buffer.alloc(32, byte * 80))
  const row = { sizeBytes: 1, crc32: 0, createdAt: old, sentAt: old }
  await db
    .insertInto('blobs')
    .values(strays.map((sha256) => ({ sha256, ...row })))
    .execute()
  const found: Buffer[] = []
  let windows = 0
  for (let after: Buffer | undefined = Buffer.alloc(0); after;) {
    const from = { sentBefore: server.later(2), after, limit: 1 }
    const { unreferenced, last }: Window = await findUnreferenced(db, from)
    if (last) windows++
    found.push(...unreferenced)
    after = last
  }
  expect(found).toEqual(expect.arrayContaining(strays))
  expect(windows).toBeGreaterThan(found.length)
  await cleanFiles.handler(server.deps, {}, run)
  const left = await db.selectFrom('blobs').select('sha256').where('sha256', 'in', strays).execute()
  expect(left).toEqual([])
})

test('the nightly clean-up deletes expired drafts in batches', async () => {
  const { db } = server.deps
  const ned = await addSubscriber(server, 'ned@example.com')
  await upload(server, ned, fileOf(pdf('copied often')))
  await sql`insert into drafts (id, owner_id, sha256, title, type, size_bytes, preview, created_at, expires_at)
    select gen_random_uuid(), owner_id, sha256, title, type, size_bytes, preview, created_at, created_at
    from drafts, generate_series(1, 450) where owner_id = ${ned.id}`.execute(db)
  server.setNow(server.later(1))
  await cleanReceipts.handler(server.deps, {}, run)
  server.setNow(undefined)
  expect(await db.selectFrom('drafts').select('id').where('ownerId', '=', ned.id).execute()).toHaveLength(1)
})
