import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'

test('packs that had lost a receipt before the upgrade are deleted, and no others', async () => {
  const db = await databaseAt('0096_earlier_currencies')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       values (gen_random_uuid(), 'User', 'Ann', 'Lee', 'ann@example.com', 'ann', '2026-06-20', '2026-06-20');
       insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
       values (sha256('summary'), 1, 0, '2026-06-20', '2026-06-20');
       insert into packs (id, owner_id, income_year, state, formats, files, requested_at)
       select gen_random_uuid(), users.id, 2026, t.state, '{}', files, '2026-06-20'
       from users, (values ('ready', 0), ('ready', 1), ('building', 2)) t (state, files);
       insert into pack_files (owner_id, pack_id, position, path, sha256, size_bytes, crc32, modified_on)
       select owner_id, id, -1, 'summary.pdf', sha256('summary'), 1, 0, '2026-06-20' from packs`,
    )
    .execute(db)
  await migrate(db)
  const packs = await db.selectFrom('packs').select('files').orderBy('files').execute()
  expect(packs).toEqual([{ files: 0 }, { files: 2 }])
})
