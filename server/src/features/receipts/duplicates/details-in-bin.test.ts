import { api, type Receipt } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

const { details, editFacts, remove, restore } = api.receipts
const ampol = { supplier: 'Ampol', totalCents: 5685, documentDate: '2026-07-03' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const fileAmpol = async (person: Person) => {
  const receipt = await fileReceipt(server, person)
  await server.call(editFacts, { params: { uploadId: receipt._id }, body: ampol }, person)
  return receipt
}
const duplicateOf = async ({ _id }: Receipt, person: Person) =>
  (await server.call(details, { params: { uploadId: _id } }, person)).body.duplicateOf

test('a receipt with the details of one in the bin is a duplicate once that is restored', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  const first = await fileAmpol(ann)
  const params = { uploadId: first._id }
  await server.call(remove, { params }, ann)
  const second = await fileAmpol(ann)
  expect(await duplicateOf(second, ann)).toBeUndefined()
  expect((await server.call(restore, { params }, ann)).status).toBe(200)
  expect(await duplicateOf(second, ann)).toMatchObject({ reason: 'details', receipt: first._id })
})

test('restoring a receipt doesn’t read all of its owner’s to find the same details', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const { _id: id } = await fileAmpol(bob)
  const { db } = server.deps
  await sql`insert into receipts (id, owner_id, category_id, titles, description, supplier, total_cents, document_date,
    captured_on, created_at, updated_at)
    select gen_random_uuid(), owner_id, category_id, titles, description, supplier, n, document_date,
    captured_on, created_at, updated_at
    from receipts, generate_series(1, 1000) n where id = ${id}`.execute(db)
  await sql`analyze receipts`.execute(db)
  const read = await db.transaction().execute(async (db) => {
    // What the connection read before may still be counted with its current transaction.
    const countRead = async () => {
      const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname = 'receipts'`.execute(db)
      return rows[0]!.read
    }
    const before = await countRead()
    await sql`update receipts set deleted_at = null where owner_id = ${bob.id} and id = ${id}`.execute(db)
    return (await countRead()) - before
  })
  expect(read).toBeLessThan(20)
})
