import { sql } from 'kysely'
import type { AccessPeriod } from './rules.ts'

/** A period as JSON, with dates as text. */
type JsonPeriod = Omit<AccessPeriod, 'periodStart' | 'periodEnd' | 'endedAt'> & {
  periodStart: string
  periodEnd: string
  endedAt: string | null
}

/** Every period of access of a user, the last to end first, as a column of a query of `users`: it saves a round trip. */
export const accessPeriodsColumn = sql<JsonPeriod[] | null>`(
  select json_agg(
    json_build_object(
      'id', s.id, 'kind', s.kind, 'planId', s.plan_id, 'planName', p.name,
      'periodStart', s.period_start, 'periodEnd', s.period_end, 'cancelsAtPeriodEnd', s.cancels_at_period_end,
      'isRenewalPending', s.is_renewal_pending, 'hasEndedAtStripe', ps.ended_at is not null, 'endedAt', s.ended_at,
      'renewalCents', case when ps.price_id = p.provider_price_id then p.price_cents end,
      'providerCustomerId', s.provider_customer_id
    ) order by s.period_end desc
  )
  from subscriptions s join plans p on p.id = s.plan_id
  left join provider_subscriptions ps on ps.id = s.provider_subscription_id
  where s.owner_id = users.id
)`.as('periods')

/** Reads {@link accessPeriodsColumn}. */
export function readPeriods(periods: readonly JsonPeriod[] | null): AccessPeriod[] {
  return (periods ?? []).map((period) => ({
    ...period,
    periodStart: new Date(period.periodStart),
    periodEnd: new Date(period.periodEnd),
    endedAt: period.endedAt === null ? null : new Date(period.endedAt),
  }))
}
