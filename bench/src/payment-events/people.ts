import { randomUUID } from 'node:crypto'
import type { BenchProduct } from '../bench-product.ts'

const BUYERS = 200
/** How many of the buyers get a refund. */
export const REFUNDED = 40
const SUBSCRIBERS = 140

export type People = { buyers: { owner: string; payment: string; intent: string }[]; subscribers: string[] }

/** Users with an open payment, and users about to subscribe. */
export async function seedPeople({ db }: BenchProduct, plan: string): Promise<People> {
  const ids = Array.from({ length: BUYERS + SUBSCRIBERS }, () => randomUUID())
  await db.query(
    `insert into users (id, role, first_name, last_name, email, username, email_verified_at, created_at, updated_at)
     select id, 'User', 'Ann', 'Lee', id || '@example.com', id, now(), now(), now() from unnest($1::uuid[]) as id`,
    [ids],
  )
  const buyers = ids
    .slice(0, BUYERS)
    .map((owner) => ({ owner, payment: randomUUID(), intent: `pi_${randomUUID()}` }))
  const columns = [
    buyers.map(({ payment }) => payment),
    buyers.map(({ owner }) => owner),
    buyers.map(({ intent }) => intent),
  ]
  await db.query(
    `insert into payments (id, owner_id, kind, plan_id, plan_name, months, amount_cents, status, is_live, status_at,
       provider_intent_id, created_at, updated_at)
     select p, o, 'months', $4, 'Pro', '{2026-12-01}', 499, 'open', true, '2026-01-15', i, now(), now()
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (p, o, i)`,
    [...columns, plan],
  )
  await db.query(
    `insert into payment_months (owner_id, month, payment_id)
     select o, '2026-12-01', p from unnest($1::uuid[], $2::uuid[]) as t (p, o)`,
    columns.slice(0, 2),
  )
  return { buyers, subscribers: ids.slice(BUYERS) }
}

/** Checks that every buyer has the month unless refunded, every subscriber the plan, and every payment exists once. */
export async function hasExactState({ db }: BenchProduct, { buyers, subscribers }: People): Promise<boolean> {
  const everyone = [...buyers.map(({ owner }) => owner), ...subscribers]
  const { rows } = await db.query<Record<string, string>>(
    `select
       (select count(*) from subscriptions where owner_id = any($1) and kind = 'month' and ended_at is null) as months,
       (select count(*) from subscriptions where owner_id = any($1) and kind = 'month' and ended_at is not null) as refunded,
       (select count(*) from subscriptions where owner_id = any($1) and kind = 'recurring' and ended_at is null) as plans,
       (select count(*) from payments where owner_id = any($1) and status = 'paid') as paid,
       (select count(*) from payments where owner_id = any($1) and refunded_cents = amount_cents) as back,
       (select count(*) from payments where owner_id = any($1) and status <> 'paid') as others`,
    [everyone],
  )
  const actual = Object.fromEntries(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)]))
  const expected = {
    months: BUYERS - REFUNDED,
    refunded: REFUNDED,
    plans: SUBSCRIBERS,
    paid: BUYERS + SUBSCRIBERS,
    back: REFUNDED,
    others: 0,
  }
  const isExact = Object.entries(expected).every(([name, count]) => actual[name] === count)
  if (!isExact) console.error('Found', actual, 'instead of', expected)
  return isExact
}
