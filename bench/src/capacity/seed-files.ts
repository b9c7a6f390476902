import type pg from 'pg'

/**
 * Adds what the product keeps about the files of some owners, after `seedSearch`: previews, readings, fingerprints, scans,
 * words, sizes; and the totals of all owners.
 * @param db with triggers and foreign keys off.
 */
export async function seedFiles(db: pg.Client, owners: number): Promise<void> {
  await db.query(`create temporary table sample as
    select owner_id, receipt_id, sha256, size_bytes, type, created_at from receipt_versions
    where owner_id in (select owner_id from receipts group by owner_id order by owner_id limit ${owners})`)
  for (const statement of statements) await db.query(statement)
  await db.query('drop table sample')
  await db.query('vacuum analyze')
}

/** How many receipts have everything. */
export async function countSample(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from owner_files')
  return Number(rows[0]!.count)
}

const field = (name: string, value: string) =>
  `'${name}', jsonb_build_object('value', ${value}, 'level', 'sure', 'page', 1, 'box', '[0.1, 0.05, 0.8, 0.04]'::jsonb)`

const statements = [
  `insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
   select bytes, size_bytes, hashint8(size_bytes), created_at, created_at
   from sample, lateral (values (sha256), (sha256(sha256 || 'page')), (sha256(sha256 || 'thumbnail'))) files (bytes)`,
  `insert into derivatives (sha256, kind, state, requested_at, result_sha256, thumbnail_sha256)
   select sha256, 'preview', 'done', created_at, sha256(sha256 || 'page'), sha256(sha256 || 'thumbnail') from sample`,
  `insert into readings (owner_id, sha256, type, state, requested_at, read_at, reader_version, text, fields)
   select owner_id, sha256, type, 'done', created_at, created_at, 1, text, jsonb_build_object(
     ${field('supplier', 'left(text, 20)')}, ${field('supplierAbn', `'51824753556'`)},
     ${field('documentDate', `'2026-07-03'`)}, ${field('totalCents', '5685')})
   from sample join receipt_texts using (owner_id, receipt_id)`,
  `insert into fingerprints (owner_id, sha256, state, requested_at, fingerprint)
   select owner_id, sha256, 'done', created_at, repeat('01', 128)::bit(256) from sample where type like 'image/%'`,
  `insert into owner_files (owner_id, sha256, size_bytes) select owner_id, sha256, size_bytes from sample`,
  `insert into scans (owner_id, sha256) select owner_id, sha256 from sample`,
  `insert into receipt_words (owner_id, word)
   select distinct owner_id, word from sample join receipt_texts using (owner_id, receipt_id),
     regexp_split_to_table(text, '[^[:alpha:]]+') word
   where length(word) between 4 and 30 on conflict do nothing`,
  `insert into receipt_totals (owner_id, category_id, income_year, receipts, total_cents)
   select owner_id, category_id, income_year, count(*), coalesce(sum(total_cents), 0) from receipts group by 1, 2, 3
   on conflict do nothing`,
]
