import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import { fuel } from '#testing/receipts.ts'

test('buyers that were entered before the upgrade are searched, too', async () => {
  const db = await databaseAt('0102_repeated_undo')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       values (gen_random_uuid(), 'User', 'Ann', 'Lee', 'ann@example.com', 'ann', '2026-06-20', '2026-06-20');
       insert into receipts (id, owner_id, category_id, titles, description, sources, buyer, captured_on, created_at,
         updated_at)
       select gen_random_uuid(), id, '${fuel}', 'docket.pdf', 'Fuel', '{}', 'Una’s Plumbing', '2026-06-20',
         '2026-06-20', '2026-06-20' from users`,
    )
    .execute(db)
  await migrate(db)
  const texts = await db.selectFrom('receiptTexts').select('text').execute()
  expect(texts).toEqual([{ text: ' fuel unas plumbing docket.pdf' }])
})
