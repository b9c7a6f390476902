import { DAY_MS } from '@docketbox/contract/core/units'
import type { SubscriptionSet } from '@docketbox/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { PENDING_GRACE_DAYS, RENEWAL_GRACE_DAYS } from '../rules.ts'

/** Up to this many rows, sorting costs less than walking back from the latest subscription. */
const MAX_SORTED = 3_000

/** `2026-07` for a month's first date. */
const monthOf = (first: Expression<unknown>) => sql<string>`to_char(${first}, 'YYYY-MM')`
/** The instant at which a month such as `2026-07` starts in Sydney, or one some months later. */
const startOf = (month: string, later = 0) =>
  sql<Date>`((${`${month}-01`}::date + make_interval(months => ${later}::int)) at time zone 'Australia/Sydney')`
const firstOf = (month: string) => sql`${`${month}-01`}::date`

/** When a renewing subscription's access ends if nothing changes, as in `accessUntil`. */
const renewableUntil = sql<Date>`(subscriptions.period_end + make_interval(days => case
  when subscriptions.is_renewal_pending then ${sql.lit(PENDING_GRACE_DAYS)}
  when subscriptions.cancels_at_period_end then 0
  else ${sql.lit(RENEWAL_GRACE_DAYS)} end))`
const accessUntil = sql<Date>`(case
  when subscriptions.kind = 'recurring' then ${renewableUntil} else subscriptions.period_end end)`
/** The first date of the month in which a renewing subscription ended. */
const endedIn = (now: Date) =>
  sql<string | null>`case when subscriptions.ended_in is not null then subscriptions.ended_in
    when ${renewableUntil} <= ${now}
    then date_trunc('month', subscriptions.period_end at time zone 'Australia/Sydney')::date end`

/** A subscription's first period has begun even if Stripe's clock is ahead of ours. */
const isRunning = (now: Date) => sql<boolean>`subscriptions.ended_at is null and ${accessUntil} > ${now}
  and (subscriptions.kind = 'recurring' or subscriptions.period_start <= ${now})`

/** Whether administrators see it as its owner's: nothing that the owner bought ends later. */
const isLast = sql<boolean>`subscriptions.id = (
  select users.subscription_id from users where users.id = subscriptions.owner_id)`

/** The condition for the subscriptions of a set. */
function conditionOf(set: SubscriptionSet, month: string, now: Date): Expression<SqlBool> {
  const isRecurring = sql<boolean>`subscriptions.kind = 'recurring'`
  const renews = sql<boolean>`${isRecurring} and ${isRunning(now)}`
  const ranBefore = sql<boolean>`${isRecurring} and subscriptions.began_in < ${firstOf(month)}`
  // Its renewal wasn't paid, or it was cancelled.
  const lapsedIn = sql<boolean>`subscriptions.ended_in is null and ${renewableUntil} <= ${now}
    and subscriptions.period_end >= ${startOf(month)} and subscriptions.period_end < ${startOf(month, 1)}`
  const hasEnded = sql<boolean>`subscriptions.kind = 'trial' and subscriptions.ended_in = ${firstOf(month)}
    and subscriptions.period_end <= ${now}`
  const conditions: Record<SubscriptionSet, Expression<SqlBool>> = {
    renewing: sql<boolean>`${renews} and not subscriptions.cancels_at_period_end`,
    ending: sql<boolean>`${renews} and subscriptions.cancels_at_period_end`,
    months: sql<boolean>`subscriptions.kind = 'month' and ${isRunning(now)}`,
    trials: sql<boolean>`subscriptions.kind = 'trial' and ${isRunning(now)} and ${isLast}`,
    running: sql<boolean>`${ranBefore} and (subscriptions.ended_in >= ${firstOf(month)}
      or subscriptions.ended_in is null
        and (${renewableUntil} > ${now} or subscriptions.period_end >= ${startOf(month)}))`,
    lost: sql<boolean>`${ranBefore} and (subscriptions.ended_in = ${firstOf(month)} or ${lapsedIn})`,
    trialsEnded: hasEnded,
    trialsConverted: sql<boolean>`${hasEnded} and subscriptions.converted_at is not null`,
  }
  return conditions[set]
}

/** How many subscriptions are running, by plan, kind and whether they're cancelled; trials as in the list of subscribers. */
export function countRunning(db: Db, now: Date) {
  return db
    .selectFrom('subscriptions')
    .select(['planId', 'kind', 'cancelsAtPeriodEnd'])
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('endedAt', 'is', null)
    .where('periodEnd', '>', new Date(+now - PENDING_GRACE_DAYS * DAY_MS))
    .where(isRunning(now))
    .where((eb) => eb.or([eb('kind', '<>', 'trial'), isLast]))
    .groupBy(['planId', 'kind', 'cancelsAtPeriodEnd'])
    .execute()
}

export function listPlans(db: Db) {
  return db
    .selectFrom('plans')
    .select(['id', 'name', 'priceCents', 'periodMonths', 'isTrial'])
    .orderBy('position')
    .execute()
}

/**
 * How many subscriptions that renew began in one month and ended in another; null while they run. Those that ended
 * before a month are left out.
 */
export function countByMonths(db: Db, since: string, now: Date) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('subscriptions')
        .select(['beganIn', endedIn(now).as('endedIn')])
        .where('kind', '=', 'recurring')
        .where((eb) =>
          eb.or([
            eb('endedIn', '>=', `${since}-01`),
            eb('endedIn', 'is', null).and('periodEnd', '>=', startOf(since)),
          ]),
        )
        .as('span'),
    )
    .select((eb) => [
      monthOf(eb.ref('span.beganIn')).as('began'),
      monthOf(eb.ref('span.endedIn')).$castTo<string | null>().as('ended'),
      eb.fn.countAll<number>().as('total'),
    ])
    .groupBy(['span.beganIn', 'span.endedIn'])
    .execute()
}

/** How many trials ended in each month from one on, and how many of their owners have bought a plan. */
export function countTrials(db: Db, since: string, now: Date) {
  return db
    .selectFrom('subscriptions')
    .select((eb) => [
      monthOf(eb.ref('endedIn')).as('month'),
      eb.fn.countAll<number>().as('ended'),
      eb.fn.count<number>('convertedAt').as('converted'),
    ])
    .where('kind', '=', 'trial')
    .where('endedIn', '>=', `${since}-01`)
    .where('periodEnd', '<=', now)
    .groupBy('endedIn')
    .execute()
}

type Counted = { set: SubscriptionSet; plan: string | undefined; month: string }

/** The subscriptions of a set, the latest first. */
export async function listCounted(
  db: Db,
  { set, plan, month }: Counted,
  paging: { page: number; limit: number },
  now: Date,
) {
  const counted = db
    .selectFrom('subscriptions')
    .where(conditionOf(set, month, now))
    .$if(plan !== undefined, (query) =>
      query.where('planId', '=', (eb) => eb.selectFrom('plans').select('id').where('name', '=', plan!)),
    )
  const { total } = await counted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = await counted
    .select('id')
    // Adding 0 keeps the planner from walking back through the whole index to find a few rows.
    .$if(total <= MAX_SORTED, (query) => query.orderBy(sql`created_at + interval '0'`, 'desc'))
    .$if(total > MAX_SORTED, (query) => query.orderBy('createdAt', 'desc'))
    .orderBy('id', 'desc')
    .offset((paging.page - 1) * paging.limit)
    .limit(paging.limit)
    .execute()
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .leftJoin('users', 'users.id', 'subscriptions.ownerId')
    .select(['subscriptions.id', 'subscriptions.createdAt'])
    .select(['plans.name as planName', 'users.id as userId', 'users.email'])
    .select(['users.firstName', 'users.lastName'])
    .select(sql<Date>`least(subscriptions.ended_at, subscriptions.period_end)`.as('endsAt'))
    .where('subscriptions.id', '=', (eb) => eb.fn.any(eb.val(page.map(({ id }) => id))))
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .execute()
  return { rows, total }
}
