import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import { fuel } from '#testing/receipts.ts'

test('PDFs that were uploaded again before the upgrade get their number of pages', async () => {
  const db = await databaseAt('0122_drafts_captured_on')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       values (gen_random_uuid(), 'User', 'Ann', 'Lee', 'ann@example.com', 'ann', '2026-06-20', '2026-06-20');
       insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
       select sha256(name::bytea), 9, 0, '2026-06-20', '2026-06-20' from unnest(array['counted', 'unknown', 'photo', 'picture']) name;
       insert into derivatives (sha256, kind, state, requested_at, result_sha256, thumbnail_sha256)
       select sha256(name::bytea), 'preview', 'done', '2026-06-20', sha256('picture'), sha256('picture')
       from unnest(array['counted', 'unknown', 'photo']) name;
       insert into receipts (id, owner_id, category_id, titles, description, sources, captured_on, created_at, updated_at)
       select gen_random_uuid(), id, '${fuel}', 'docket.pdf', 'Fuel', '{}', '2026-06-20', '2026-06-20', '2026-06-20'
       from users;
       insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes, pages,
         preview, created_at)
       select owner_id, id, gen_random_uuid(), 1, position, sha256(name::bytea), name, type, 9, pages, 'image', '2026-06-20'
       from receipts, (values (0, 'counted', 'application/pdf', 2), (1, 'counted', 'application/pdf', null),
         (2, 'unknown', 'application/pdf', null), (3, 'photo', 'image/jpeg', null)) file (position, name, type, pages);
       insert into drafts (id, owner_id, sha256, title, type, size_bytes, preview, created_at)
       select gen_random_uuid(), id, sha256('counted'), 'counted', 'application/pdf', 9, 'image', '2026-06-20' from users`,
    )
    .execute(db)
  await migrate(db)
  const versions = await db
    .selectFrom('receiptVersions')
    .innerJoin('derivatives', 'derivatives.sha256', 'receiptVersions.sha256')
    .select(['title', 'pages', 'state'])
    .orderBy('position')
    .execute()
  expect(versions).toEqual([
    { title: 'counted', pages: 2, state: 'done' },
    { title: 'counted', pages: 2, state: 'done' },
    { title: 'unknown', pages: null, state: 'pending' },
    { title: 'photo', pages: null, state: 'done' },
  ])
  expect(await db.selectFrom('drafts').select('pages').execute()).toEqual([{ pages: 2 }])
})
