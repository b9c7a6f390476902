import type pg from 'pg'

/** Inserts receipts with a file each, spread over the categories and two years, without stored bytes. */
export async function seedReceipts(db: pg.Client, ownerId: string, count: number): Promise<void> {
  await db.query('begin')
  await db.query(
    `create temporary table seeds on commit drop as
     select gen_random_uuid() as receipt_id, gen_random_uuid() as file_id, n,
       sha256(('seed ' || $1 || n)::bytea) as sha256, now() - n * interval '7 minutes' as created_at,
       (select id from categories where position = 1 + n % 6) as category_id
     from generate_series(1, $2) n`,
    [ownerId, count],
  )
  await db.query(
    `insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
     select sha256, 200000 + n, n, created_at, created_at from seeds`,
  )
  await db.query(
    `insert into receipts (id, owner_id, category_id, titles, description, captured_on, created_at, updated_at)
     select receipt_id, $1, category_id, 'docket-' || n || '.jpg', 'Fuel for the trip to client ' || n,
       created_at::date, created_at, created_at from seeds`,
    [ownerId],
  )
  await db.query(
    `insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type,
       size_bytes, width, height, preview, created_at)
     select $1, receipt_id, file_id, 1, 0, sha256, 'docket-' || n || '.jpg', 'image/jpeg', 200000 + n, 1200, 1600,
       'image', created_at from seeds`,
    [ownerId],
  )
  await db.query('commit')
  await db.query('vacuum analyze')
}
