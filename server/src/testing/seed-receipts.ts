import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/**
 * Rows of many receipts of one person, spread over the categories and the last five years, all with the same
 * small file (which is not in the store: for lists, not for downloads).
 */
export async function seedReceipts(db: Db, ownerId: string, count: number): Promise<void> {
  const sha256 = createHash('sha256').update('seed').digest()
  const at = new Date('2026-06-01T00:00:00Z')
  await db
    .insertInto('blobs')
    .values({ sha256, sizeBytes: 200_000, crc32: 1, createdAt: at, sentAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    with seeded as (
      insert into receipts (id, owner_id, category_id, titles, description, total_cents, captured_on, created_at, updated_at)
      select gen_random_uuid(), ${ownerId}, categories.id, 'docket-' || n || '.jpg',
        (array['Fuel to Dubbo', 'Train to the client', 'Union fees', 'Overtime meal', 'First aid course'])[1 + n % 5]
          || ' number ' || n, n * 37 % 20000,
        ${at}::date - n % 1800, ${at}::timestamptz - n * interval '7 minutes', ${at}
      from generate_series(1, ${count}::int) n join categories on categories.position = 1 + n % 6
      returning *
    )
    insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes,
      width, height, preview, created_at)
    select owner_id, id, gen_random_uuid(), 1, 0, ${sha256}, titles, 'image/jpeg', 200000, 1200, 1600, 'none', created_at
    from seeded`.execute(db)
}
