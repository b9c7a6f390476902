import { DAY_MS } from '@docketbox/contract/core/units'
import {
  addDays,
  daysBetween,
  type Feature,
  HOME_TIME_ZONE,
  lastDayOf,
  type PlanState,
  type PlanStatus,
  sydneyDay,
} from '@docketbox/contract'

/** Stripe charges a renewal an hour after the period ends and retries for days; access continues for a while. */
export const RENEWAL_GRACE_DAYS = 3
/** How long it continues while nothing has failed: a bank debit's three business days take longer over Easter. */
export const PENDING_GRACE_DAYS = 14
export const TRIAL_DAYS = 30

/** A stretch of time in which a user may add receipts: a trial, a purchased month or a subscription's period. */
export type AccessPeriod = {
  id: string
  kind: string
  planId: string
  planName: string
  periodStart: Date
  periodEnd: Date
  cancelsAtPeriodEnd: boolean
  /** The renewal is being paid and hasn't failed. */
  isRenewalPending: boolean
  /** Stripe has ended the subscription; unless `endedAt` is set, what was paid for continues. */
  hasEndedAtStripe: boolean
  /** What it renews for, before credit; null unless it was subscribed to at the plan's current price. */
  renewalCents: number | null
  endedAt: Date | null
  providerCustomerId: string | null
}

export type CurrentPlan = {
  period: AccessPeriod
  status: PlanStatus
  /** The end that users see: of what's paid, of the grace period while a renewal is outstanding, or when it was cut short. */
  until: Date
}

/** When a period's access ends if nothing changes. */
export function accessUntil({
  kind,
  periodEnd,
  cancelsAtPeriodEnd,
  isRenewalPending,
}: Pick<AccessPeriod, 'kind' | 'periodEnd' | 'cancelsAtPeriodEnd' | 'isRenewalPending'>): Date {
  const isRenewing = kind === 'recurring' && !cancelsAtPeriodEnd
  const graceDays = isRenewalPending ? PENDING_GRACE_DAYS : isRenewing ? RENEWAL_GRACE_DAYS : 0
  return new Date(periodEnd.getTime() + graceDays * DAY_MS)
}

/** Whether the paid period has ended and the renewal isn't paid yet. */
export function isRenewalDue(period: AccessPeriod, now: Date): boolean {
  return period.periodEnd <= now && now < accessUntil(period)
}

/** Whether access is closed because the renewal isn't paid, while Stripe still tries to charge it. */
export function isLapsed(
  period: Pick<AccessPeriod, 'kind' | 'periodEnd' | 'cancelsAtPeriodEnd' | 'isRenewalPending' | 'endedAt'>,
  now: Date,
): boolean {
  const { kind, cancelsAtPeriodEnd, endedAt } = period
  return kind === 'recurring' && !cancelsAtPeriodEnd && endedAt === null && accessUntil(period) <= now
}

/** Whether a subscription ended because its renewal was never paid, and not because its user cancelled it. */
export function endedUnpaid({ kind, periodEnd, endedAt, cancelsAtPeriodEnd }: AccessPeriod): boolean {
  return kind === 'recurring' && !cancelsAtPeriodEnd && endedAt !== null && endedAt >= periodEnd
}

/** The end of the last day of a trial, which mails and screens name. */
export function trialEnd(start: Date): Date {
  const nextDay = Temporal.PlainDate.from(addDays(sydneyDay(start), TRIAL_DAYS + 1))
  return new Date(nextDay.toZonedDateTime(HOME_TIME_ZONE).epochMilliseconds)
}

/**
 * The plan a user has now, or had last. A subscription that renews comes before purchased months, those before the
 * trial.
 */
export function currentPlan(periods: readonly AccessPeriod[], now: Date): CurrentPlan | undefined {
  // A subscription's first period has begun even if Stripe's clock is ahead of ours.
  const begun = periods.filter(({ kind, periodStart }) => kind === 'recurring' || periodStart <= now)
  const running = begun.filter((period) => period.endedAt === null && now < accessUntil(period))
  const best = running.toSorted((a, b) => rankOf(a) - rankOf(b) || +accessUntil(b) - +accessUntil(a))[0]
  if (best) return { period: best, status: 'active', until: endOfRun(best, periods, now) }
  const last = begun.toSorted((a, b) => +endOf(b) - +endOf(a))[0]
  if (!last) return undefined
  const endedEarly = last.endedAt !== null && now < last.periodEnd
  return { period: last, status: endedEarly ? 'cancelled' : 'expired', until: endOf(last) }
}

function rankOf({ kind }: AccessPeriod): number {
  return ['recurring', 'month', 'trial'].indexOf(kind)
}

function endOf({ endedAt, periodEnd }: AccessPeriod): Date {
  return endedAt !== null && endedAt < periodEnd ? endedAt : periodEnd
}

/** The end of a period together with the purchased months that follow it without a gap. */
function endOfRun(first: AccessPeriod, periods: readonly AccessPeriod[], now: Date): Date {
  let end = isRenewalDue(first, now) ? accessUntil(first) : first.periodEnd
  if (first.kind !== 'month') return end
  for (;;) {
    const next = periods.find(
      ({ kind, endedAt, planId, periodStart }) =>
        kind === 'month' && endedAt === null && planId === first.planId && +periodStart === +end,
    )
    if (!next) return end
    end = next.periodEnd
  }
}

/**
 * The purchased months that follow the current plan: "Trial until 22 Dec, then Pro until 31 Jan" (requirement 37). One
 * may have begun before a cancelled subscription ends.
 */
export function upcomingPlan(
  periods: readonly AccessPeriod[],
  current: CurrentPlan | undefined,
  now: Date,
): PlanState['upcoming'] {
  const [next] = periods
    .filter(
      ({ kind, endedAt, periodEnd }) =>
        kind === 'month' && endedAt === null && periodEnd > (current?.until ?? now),
    )
    .toSorted((a, b) => +a.periodStart - +b.periodStart)
  if (!next) return null
  const startsAt = current && next.periodStart <= now ? current.until : next.periodStart
  return {
    planName: next.planName,
    startsAt: startsAt.toISOString(),
    endsAt: endOfRun(next, periods, now).toISOString(),
  }
}

/** An active plan unlocks everything, a lapsed one only what's already there. */
export function featuresOf(status: PlanStatus | undefined): Feature[] {
  if (status === undefined) return []
  return status === 'active' ? ['scan', 'upload', 'category'] : ['category']
}

/** Days left, counting a day that has begun. To the end of a month, a calendar day of 25 hours counts as one. */
export function daysLeft(until: Date, now: Date): number {
  const isMidnight = lastDayOf(until) < sydneyDay(until)
  const days = isMidnight
    ? daysBetween(sydneyDay(now), sydneyDay(until))
    : Math.ceil((until.getTime() - now.getTime()) / DAY_MS)
  return Math.max(0, days)
}

export function hasUsedTrial(periods: readonly AccessPeriod[]): boolean {
  return periods.some(({ kind }) => kind === 'trial')
}

/** The plan change offered with a plan. */
export function changeFrom(
  planName: string,
): { label: string; to: string; isDowngrade: boolean } | undefined {
  if (planName === 'Trial') return { label: 'Upgrade to Pro', to: 'Pro', isDowngrade: false }
  if (planName === 'Pro') return { label: 'Upgrade to Premium', to: 'Premium', isDowngrade: false }
  return planName === 'Premium' ? { label: 'Downgrade to Pro', to: 'Pro', isDowngrade: true } : undefined
}
