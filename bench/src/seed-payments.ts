import type pg from 'pg'
import { seedSubscribers } from './seed-subscribers.ts'

/** Ten payments a subscriber. */
const PER_SUBSCRIBER = 10

/**
 * Inserts payments of three years: 92 % paid, some refunded, with cards and bank debits, for two plans; for every tenth
 * payment a subscription, and for most of those a trial.
 */
export async function seedPayments(db: pg.Client, count: number): Promise<void> {
  await seedSubscribers(db, count / PER_SUBSCRIBER)
  await db.query('create temp table payer as select row_number() over () as n, * from users')
  await db.query('create index on payer (n)')
  await db.query('analyze payer')
  // The trigger adds up row by row; a million rows are added up at once below.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into payments (id, owner_id, kind, plan_id, plan_name, months, amount_cents, refunded_cents, status,
       is_live, status_at, provider_intent_id, invoice_number, buyer_name, buyer_email, paid_at, created_at,
       updated_at, method)
     select gen_random_uuid(), payer.id, 'months', plans.id, plans.name, '{2026-01-01}', plans.price_cents,
       case when status <> 'paid' or payment.n % 40 > 1 then 0 when payment.n % 40 = 0 then plans.price_cents else 100 end,
       status, false, at, 'pi_' || payment.n, case when status = 'paid' then 1000 + payment.n end,
       payer.first_name || ' ' || payer.last_name, payer.email, case when status = 'paid' then at end, at, at,
       case when status <> 'paid' then '' when payment.n % 7 = 0 then 'au_becs_debit' else 'card' end
     from (
       select n, now() - n * interval '95 seconds' as at,
         case when n % 100 < 92 then 'paid' when n % 100 < 96 then 'failed' when n % 100 < 99 then 'canceled'
           when n % 5000 = 99 then 'expired' else 'open' end as status,
         case when n % 9 = 0 then 'Premium' else 'Pro' end as plan
       from generate_series(1, $1::int) n
     ) payment
     join payer on payer.n = 1 + payment.n % ($1 / ${PER_SUBSCRIBER})
     join plans on plans.name = payment.plan`,
    [count],
  )
  await db.query(
    `insert into subscriptions (id, owner_id, plan_id, kind, period_start, period_end, ended_at,
       provider_subscription_id, provider_customer_id, created_at, updated_at)
     select gen_random_uuid(), payer.id, plans.id, 'recurring', at, at + interval '30 days',
       case when n % 4 > 0 then at + interval '20 days' end, 'sub_' || n, 'cus_' || n,
       at - (n % 300) * interval '1 day', at
     from (
       select n, now() - (case when n % 3 = 0 then n % 20 else n % 900 end) * interval '1 day' as at
       from generate_series(1, $1::int) n
     ) subscription
     join payer using (n)
     join plans on plans.name = case when n % 9 = 0 then 'Premium' else 'Pro' end`,
    [count / PER_SUBSCRIBER],
  )
  // Two in three began with a trial.
  await db.query(
    `insert into subscriptions (id, owner_id, plan_id, kind, period_start, period_end, created_at, updated_at, converted_at)
     select gen_random_uuid(), payer.id, plans.id, 'trial', at, at + interval '30 days', at, at,
       case when n % 2 = 0 then at + interval '20 days' end
     from (select n, now() - (n % 1100) * interval '1 day' as at from generate_series(1, $1::int) n) trial
     join payer using (n)
     join plans on plans.is_trial
     where n % 3 > 0`,
    [count / PER_SUBSCRIBER],
  )
  await db.query('set session_replication_role = origin')
  await db.query(
    `insert into provider_refunds (id, intent_id, amount_cents, status, created_at)
     select 're_' || provider_intent_id, provider_intent_id, refunded_cents, 'succeeded', paid_at + interval '3 days'
     from payments where refunded_cents > 0`,
  )
  await db.query('select rebuild_payment_totals()')
  await db.query('vacuum analyze')
}
