import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'

test('refunds and disputes from before their days were recorded get the days we know', async () => {
  const db = await databaseAt('0064_wrong_amounts')
  await sql
    .raw(
      `insert into payments (id, kind, plan_name, amount_cents, status, is_live, status_at, provider_intent_id, paid_at,
         refunded_cents, dispute_state, created_at, updated_at)
       select gen_random_uuid(), 'months', 'Pro', 499, status, false, '2026-06-20', 'pi_' || n,
         case when status = 'paid' then '2026-06-20'::timestamptz end, refunded, dispute, '2026-06-20', '2026-07-09'
       from (values (1, 'paid', 100, null), (2, 'paid', 0, 'won'), (3, 'canceled', 0, null)) t (n, status, refunded, dispute);
       insert into provider_refunds (id, intent_id, amount_cents, status, created_at) values
         ('re_1', 'pi_1', 100, 'succeeded', '2026-06-25'), ('re_2', 'pi_1', 399, 'failed', '2026-06-30'),
         ('re_3', 'pi_3', 50, 'failed', '2026-06-30');
       insert into provider_disputes (id, intent_id, amount_cents, reason, status, created_at)
       values ('du_1', 'pi_2', 499, 'fraudulent', 'won', '2026-06-28');
       insert into payment_alerts (id, kind, subject, message, raised_at, last_raised_at)
       values (gen_random_uuid(), 'refundFailed', 'pi_1', '', '2026-07-03', '2026-07-03')`,
    )
    .execute(db)
  await migrate(db)
  const lines = await db
    .selectFrom('paymentReversals')
    .select(['sourceId', 'kind', 'datedOn', 'cents', 'gstCents'])
    .orderBy('at')
    .execute()
  expect(lines.map((line) => Object.values(line))).toEqual([
    ['re_1', 'refund', '2026-06-25', -100, -9],
    ['du_1', 'dispute', '2026-06-28', -499, -45],
    ['re_2', 'refund', '2026-06-30', -399, -36],
    ['re_2', 'refundFailed', '2026-07-03', 399, 36],
    ['du_1', 'disputeWon', '2026-07-09', 499, 45],
  ])
  const totals = await sql<{ month: string; net: number; gst: number }>`
    select month::text, sum(received_cents - refunded_cents - disputed_cents)::integer as net, sum(gst_cents)::integer as gst
    from payment_month_totals group by month order by month`.execute(db)
  expect(totals.rows).toEqual([
    { month: '2026-06-01', net: 0, gst: 0 },
    { month: '2026-07-01', net: 898, gst: 81 },
  ])
})

test('administrators are alerted to payments in other currencies that were counted as Australian dollars', async () => {
  const db = await databaseAt('0095_assets_without_receipt')
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
