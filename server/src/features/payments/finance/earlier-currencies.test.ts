import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { createDatabase } from '#testing/harness.ts'

test('administrators are alerted to payments in other currencies that were counted as Australian dollars', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const { db, close } = openDatabase(url, {
    maxConnections: 1,
    onLost: () => undefined,
    onQuery: () => undefined,
  })
  onTestFinished(close)
  await migrate(db, '0095_assets_without_receipt')
  await sql
    .raw(
      `insert into payments (id, kind, plan_name, amount_cents, currency, status, is_live, status_at, provider_intent_id,
         provider_invoice_id, paid_at, buyer_email, created_at, updated_at)
       select gen_random_uuid(), 'subscription', 'Pro', 499, currency, status, false, '2026-06-20', 'pi_' || n, 'in_' || n,
         case when status = 'paid' then '2026-06-20'::timestamptz end, 'ann@example.com', '2026-06-20', '2026-06-20'
       from (values (1, 'AUD', 'paid'), (2, 'USD', 'paid'), (3, 'USD', 'failed')) t (n, currency, status)`,
    )
    .execute(db)
  await migrate(db)
  const alerts = await db.selectFrom('paymentAlerts').select(['message', 'aboutIntent', 'times']).execute()
  expect(alerts).toEqual([
    {
      message:
        'ann@example.com paid $4.99 USD for in_2. The figures and its tax invoice have this amount as Australian dollars. Correct that in your books.',
      aboutIntent: 'pi_2',
      times: 1,
    },
  ])
})
