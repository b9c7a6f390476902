import type { SubscriptionSet } from '@docketbox/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { readPage } from '#platform/database/page.ts'
import { RENEWAL_GRACE_DAYS } from '../rules.ts'

const DAY_MS = 86_400_000

/** The month in Sydney of an instant, as `2026-07`. */
const monthOf = (instant: Expression<unknown>) =>
  sql<string>`to_char(${instant} at time zone 'Australia/Sydney', 'YYYY-MM')`
/** Cheaper than its name, for every row. */
const startOfMonth = (instant: Expression<unknown>) =>
  sql<Date>`date_trunc('month', ${instant}, 'Australia/Sydney')`
/** The instant at which a month such as `2026-07` starts in Sydney, or one some months later. */
const startOf = (month: string, later = 0) =>
  sql<Date>`((${`${month}-01`}::date + make_interval(months => ${later}::int)) at time zone 'Australia/Sydney')`

/** When a period's access ends if nothing changes, as in `accessUntil`. */
const accessUntil = sql<Date>`(subscriptions.period_end + case
  when subscriptions.kind = 'recurring' and not subscriptions.cancels_at_period_end
  then make_interval(days => ${sql.lit(RENEWAL_GRACE_DAYS)}) else interval '0' end)`
/** When a subscription ended; null while it's running. */
const endedAt = (now: Date) =>
  sql<Date | null>`coalesce(subscriptions.ended_at, case when ${accessUntil} <= ${now} then subscriptions.period_end end)`
/** Whether the owner of a trial has bought a plan since it began. */
const isConverted = sql<boolean>`exists (
  select from subscriptions as bought
  where bought.owner_id = subscriptions.owner_id and bought.kind <> 'trial'
    and bought.created_at >= subscriptions.created_at
)`

/** What the subscriptions of a set fulfil. */
function conditionOf(set: SubscriptionSet, month: string, now: Date): Expression<SqlBool> {
  const isRunning = sql<boolean>`subscriptions.ended_at is null and subscriptions.period_start <= ${now} and ${accessUntil} > ${now}`
  const isRecurring = sql<boolean>`subscriptions.kind = 'recurring'`
  // A subscription's first period has begun even if Stripe's clock is ahead of ours.
  const renews = sql<boolean>`${isRecurring} and subscriptions.ended_at is null and ${accessUntil} > ${now}`
  const ranBefore = sql<boolean>`${isRecurring} and subscriptions.created_at < ${startOf(month)}`
  const hasEnded = sql<boolean>`subscriptions.kind = 'trial' and subscriptions.period_end <= ${now}
    and subscriptions.period_end >= ${startOf(month)} and subscriptions.period_end < ${startOf(month, 1)}`
  const conditions: Record<SubscriptionSet, Expression<SqlBool>> = {
    renewing: sql<boolean>`${renews} and not subscriptions.cancels_at_period_end`,
    ending: sql<boolean>`${renews} and subscriptions.cancels_at_period_end`,
    months: sql<boolean>`subscriptions.kind = 'month' and ${isRunning}`,
    trials: sql<boolean>`subscriptions.kind = 'trial' and ${isRunning}`,
    running: sql<boolean>`${ranBefore} and coalesce(${endedAt(now)}, 'infinity') >= ${startOf(month)}`,
    lost: sql<boolean>`${ranBefore} and ${endedAt(now)} >= ${startOf(month)} and ${endedAt(now)} < ${startOf(month, 1)}`,
    trialsEnded: hasEnded,
    trialsConverted: sql<boolean>`${hasEnded} and ${isConverted}`,
  }
  return conditions[set]
}

/** How many subscriptions of each plan are in the sets of running ones. */
export async function countByPlan(db: Db, now: Date) {
  const counted = (set: SubscriptionSet) =>
    sql<number>`count(*) filter (where ${conditionOf(set, '2000-01', now)})`
  const rows = await db
    .selectFrom('plans')
    .innerJoin('subscriptions', 'subscriptions.planId', 'plans.id')
    .select(['plans.name', 'plans.priceCents', 'plans.periodMonths', 'plans.isTrial'])
    .select([
      counted('renewing').as('renewing'),
      counted('ending').as('ending'),
      counted('months').as('months'),
      counted('trials').as('trials'),
    ])
    .where('subscriptions.endedAt', 'is', null)
    .where('subscriptions.periodEnd', '>', new Date(+now - RENEWAL_GRACE_DAYS * DAY_MS))
    .groupBy('plans.id')
    .orderBy('plans.position')
    .execute()
  return rows.map(({ renewing, ending, months, trials, ...plan }) => ({
    ...plan,
    renewing: Number(renewing),
    ending: Number(ending),
    months: Number(months),
    trials: Number(trials),
  }))
}

/** How many subscriptions that renew began in one month and ended in another; null while they run. */
export async function countByMonths(db: Db, now: Date) {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('subscriptions')
        .select([startOfMonth(sql`subscriptions.created_at`).as('began')])
        .select(startOfMonth(endedAt(now)).as('ended'))
        .where('kind', '=', 'recurring')
        .as('span'),
    )
    .select((eb) => [
      monthOf(eb.ref('span.began')).as('began'),
      monthOf(eb.ref('span.ended')).$castTo<string | null>().as('ended'),
      eb.fn.countAll<number>().as('total'),
    ])
    .groupBy(['span.began', 'span.ended'])
    .execute()
  return rows.map(({ total, ...months }) => ({ ...months, total: Number(total) }))
}

/** How many trials ended in each month from one on, and how many of their owners have bought a plan. */
export async function countTrials(db: Db, since: string, now: Date) {
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => [
      monthOf(eb.ref('subscriptions.periodEnd')).as('endedIn'),
      eb.fn.countAll<number>().as('ended'),
      sql<number>`count(*) filter (where ${isConverted})`.as('converted'),
    ])
    .where('planId', '=', (eb) => eb.selectFrom('plans').select('id').where('isTrial', '=', true))
    .where('periodEnd', '>=', startOf(since))
    .where('periodEnd', '<=', now)
    .groupBy('endedIn')
    .execute()
  return rows.map(({ endedIn, ended, converted }) => ({
    month: endedIn,
    ended: Number(ended),
    converted: Number(converted),
  }))
}

type Counted = { set: SubscriptionSet; plan: string | undefined; month: string }

/** The subscriptions of a set, the latest first. */
export function listCounted(
  db: Db,
  { set, plan, month }: Counted,
  paging: { page: number; limit: number },
  now: Date,
) {
  const rows = db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .innerJoin('users', 'users.id', 'subscriptions.ownerId')
    .select(['subscriptions.id', 'subscriptions.createdAt', 'subscriptions.periodEnd'])
    .select(['plans.name as planName', 'users.id as userId', 'users.email'])
    .select(['users.firstName', 'users.lastName'])
    .select(endedAt(now).as('endedAt'))
    .where(conditionOf(set, month, now))
    .$if(plan !== undefined, (query) => query.where('plans.name', '=', plan!))
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id', 'desc')
  return readPage(rows, paging)
}
