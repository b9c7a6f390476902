import { paths, type PlanState, type SubsDetails, subscriptionRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { listAccessPeriods } from './access-store.ts'
import { listAccessPeriodsAndOffers } from './plan-state-store.ts'
import {
  type AccessPeriod,
  changeFrom,
  type CurrentPlan,
  currentPlan,
  daysLeft,
  endedUnpaid,
  featuresOf,
  hasUsedTrial,
  isLapsed,
  isRenewalDue,
  TRIAL_DAYS,
  upcomingPlan,
} from './rules.ts'

/** A user's plan: the part of `/loggeduser` and of a login that this slice answers. */
export async function planStateOf(
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  ownerId: string,
): Promise<PlanState> {
  const at = now()
  const { periods, offers } = await listAccessPeriodsAndOffers(db, ownerId)
  const current = currentPlan(periods, at)
  const active = current?.status === 'active' ? current : undefined
  const isDisputed = periods.some((period) => period.isDisputed && period.id === current?.period.id)
  const lapsed = periods.find((period) => isLapsed(period, at))
  const isCustomer = periods.some(({ providerCustomerId }) => providerCustomerId !== null)
  return {
    subs_details: detailsOf(current, periods),
    subscription: active ? subscriptionOf(active, at) : null,
    portal: isCustomer ? `${publicUrl}${paths.portal}` : null,
    unlocked: featuresOf(current?.status),
    hasUseTrial: hasUsedTrial(periods),
    daysLeft: active ? daysLeftOf(active, at) : null,
    change: active && !isDisputed ? changeOf(active, offers) : null,
    upcoming: upcomingPlan(periods, active, at),
    unpaidRenewal: lapsed ? { planName: lapsed.planName } : null,
    hasEndedUnpaid: current?.status === 'expired' && endedUnpaid(current.period),
    isDisputed,
  }
}

/** The plan a user has, or had last; null if they never had one. */
export async function subsDetailsOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
): Promise<SubsDetails | null> {
  return subsDetailsIn(await listAccessPeriods(db, ownerId), now())
}

/** The same of periods that were looked up before. */
export function subsDetailsIn(periods: readonly AccessPeriod[], now: Date): SubsDetails | null {
  return detailsOf(currentPlan(periods, now), periods)
}

/**
 * Nothing can be added without an active plan (requirement 17).
 * @throws Refusal `subscriptions.noActivePlan`.
 */
export async function requireActivePlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
): Promise<void> {
  const current = currentPlan(await listAccessPeriods(db, ownerId), now())
  if (current?.status !== 'active') throw new Refusal(subscriptionRefusals.noActivePlan)
}

/**
 * A user's access to a plan at a moment or, if it's yet to begin, from its start, with consecutive months as one; undefined
 * if another plan comes first.
 */
export async function periodOfPlan(
  db: Db,
  ownerId: string,
  planName: string,
  now: Date,
): Promise<{ periodStart: Date; periodEnd: Date } | undefined> {
  const periods = await listAccessPeriods(db, ownerId)
  const current = currentPlan(periods, now)
  const active = current?.status === 'active' ? current : undefined
  if (active?.period.planName === planName)
    return { periodStart: active.period.periodStart, periodEnd: active.until }
  const next = upcomingPlan(periods, active, now)
  if (next?.planName !== planName) return undefined
  return { periodStart: new Date(next.startsAt), periodEnd: new Date(next.endsAt) }
}

export function detailsOf(
  current: CurrentPlan | undefined,
  periods: readonly AccessPeriod[],
): SubsDetails | null {
  if (!current) return null
  const { period, status, until } = current
  return {
    planName: period.planName,
    status,
    currentPeriodStart: period.periodStart.toISOString(),
    currentPeriodEnd: until.toISOString(),
    hasUseTrial: hasUsedTrial(periods),
  }
}

const kinds = ['trial', 'month', 'recurring'] as const

function subscriptionOf({ period, until }: CurrentPlan, now: Date): PlanState['subscription'] {
  return {
    _id: period.id,
    plan: period.planId,
    planName: period.planName,
    currentPeriodStart: period.periodStart.toISOString(),
    currentPeriodEnd: until.toISOString(),
    kind: kinds.find((kind) => kind === period.kind)!,
    isRenewing: period.kind === 'recurring' && !period.cancelsAtPeriodEnd,
    isRenewalDue: isRenewalDue(period, now),
    isRenewalPending: isRenewalDue(period, now) && period.isRenewalPending,
    hasEndedAtStripe: period.hasEndedAtStripe,
    renewalCents: period.cancelsAtPeriodEnd ? null : period.renewalCents,
  }
}

/** A trial has the rest of its first day besides its thirty days. */
function daysLeftOf({ period, until }: CurrentPlan, now: Date): number {
  const days = daysLeft(until, now)
  return period.kind === 'trial' ? Math.min(days, TRIAL_DAYS) : days
}

function changeOf({ period }: CurrentPlan, offers: Record<string, string>): PlanState['change'] {
  if (period.hasEndedAtStripe) return null
  const change = changeFrom(period.planName)
  const plan = change && offers[change.to]
  if (!plan) return null
  const { label, to: planName, isDowngrade } = change
  return { label, plan, planName, isDowngrade }
}
