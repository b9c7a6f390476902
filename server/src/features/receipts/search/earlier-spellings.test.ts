import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import { fuel } from '#testing/receipts.ts'

async function indexesOf(db: Db) {
  const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
    where tablename like 'receipt\\_texts%' order by indexdef`.execute(db)
  return rows.map(({ indexdef }) => indexdef)
}

test('receipts from before the upgrade get the same other spellings as later ones', async () => {
  const db = await databaseAt('0123_pages_of_blobs')
  const insert = sql.raw(
    `insert into receipts (id, owner_id, category_id, titles, supplier, description, sources, captured_on, created_at,
       updated_at)
     select gen_random_uuid(), id, '${fuel}', 'docket.pdf', supplier, description, '{}', '2026-06-20', '2026-06-20',
       '2026-06-20'
     from users, (values ('JB Hi-Fi', 'Wi-Fi, Café'), ('Mitre 10', '10.50'), ('Big W', 'Fuel - Orange'), (null, 'Fuel'))
       as names (supplier, description)`,
  )
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       values (gen_random_uuid(), 'User', 'Ann', 'Lee', 'ann@example.com', 'ann', '2026-06-20', '2026-06-20')`,
    )
    .execute(db)
  await insert.execute(db)
  const indexes = await indexesOf(db)
  await migrate(db)
  expect(await indexesOf(db)).toEqual(indexes)
  await insert.execute(db)
  const rows = await db.selectFrom('receiptTexts').select('text').orderBy('text').execute()
  const texts = [
    ' big w fuel - orange docket.pdf',
    ' fuel docket.pdf',
    ' jb hi-fi wi-fi, cafe docket.pdf hi fi hifi wi fi wifi jbhifi',
    ' mitre 10 10.50 docket.pdf mitre10',
  ]
  expect(rows.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, text]))
  const words = await db.selectFrom('receiptWords').select('word').execute()
  expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['hifi', 'wifi', 'jbhifi']))
})
