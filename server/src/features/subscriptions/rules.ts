import type { Feature, PlanCard, PlanStatus } from '@docketbox/contract'

const DAY_MS = 86_400_000
/** The provider charges a renewal an hour after the period ends and tries again for days: access does not flicker meanwhile. */
export const RENEWAL_GRACE_DAYS = 3
export const TRIAL_DAYS = 30

export type Stretch = {
  id: string
  kind: string
  planId: string
  planName: string
  periodStart: Date
  periodEnd: Date
  cancelsAtPeriodEnd: boolean
  endedAt: Date | null
  providerCustomerId: string | null
}

export type Standing = {
  stretch: Stretch
  status: PlanStatus
  /** The end people are told: of the period that is paid, or of the grace while a renewal is outstanding. */
  until: Date
}

/** When the access of one stretch ends by itself. */
export function accessUntil({ kind, periodEnd, cancelsAtPeriodEnd }: Stretch): Date {
  const isRenewing = kind === 'recurring' && !cancelsAtPeriodEnd
  return isRenewing ? new Date(periodEnd.getTime() + RENEWAL_GRACE_DAYS * DAY_MS) : periodEnd
}

/** Past its paid period, and not paid again yet. */
export function isRenewalDue(stretch: Stretch, now: Date): boolean {
  return stretch.periodEnd <= now && now < accessUntil(stretch)
}

export function trialEnd(start: Date): Date {
  return new Date(start.getTime() + TRIAL_DAYS * DAY_MS)
}

/**
 * Where a person stands: the stretch that counts now, and what it is worth.
 * A renewing subscription counts before bought months, those before the trial; with none running, the last one that ended.
 */
export function standingOf(stretches: readonly Stretch[], now: Date): Standing | undefined {
  // A plan that renews began with its first period, even should the provider's clock be ahead of ours.
  const begun = stretches.filter(({ kind, periodStart }) => kind === 'recurring' || periodStart <= now)
  const running = begun.filter((stretch) => stretch.endedAt === null && now < accessUntil(stretch))
  const best = running.toSorted((a, b) => rank(a) - rank(b) || +accessUntil(b) - +accessUntil(a))[0]
  if (best) return { stretch: best, status: 'active', until: contiguousEnd(best, stretches, now) }
  const last = begun.toSorted((a, b) => +lastMoment(b) - +lastMoment(a))[0]
  if (!last) return undefined
  const isCutShort = last.endedAt !== null && now < last.periodEnd
  return { stretch: last, status: isCutShort ? 'cancelled' : 'expired', until: last.periodEnd }
}

function rank({ kind }: Stretch): number {
  return ['recurring', 'month', 'trial'].indexOf(kind)
}

function lastMoment({ endedAt, periodEnd }: Stretch): Date {
  return endedAt !== null && endedAt < periodEnd ? endedAt : periodEnd
}

/** Months bought in a row are one stretch to a person. */
function contiguousEnd(from: Stretch, stretches: readonly Stretch[], now: Date): Date {
  let end = isRenewalDue(from, now) ? accessUntil(from) : from.periodEnd
  if (from.kind !== 'month') return end
  for (;;) {
    const next = stretches.find(
      ({ kind, endedAt, planId, periodStart }) =>
        kind === 'month' && endedAt === null && planId === from.planId && +periodStart === +end,
    )
    if (!next) return end
    end = next.periodEnd
  }
}

/** Specification §4: an active plan opens everything, a lapsed one only what is already there. */
export function unlockedBy(status: PlanStatus | undefined): Feature[] {
  if (status === undefined) return []
  return status === 'active' ? ['scan', 'upload', 'category'] : ['category']
}

/** Days left, a begun day counting whole. */
export function daysLeft(until: Date, now: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS))
}

type Period = { periodMonths: number | null; periodDays: number | null }

export function cycleLabel({ periodMonths, periodDays }: Period): string {
  if (periodMonths === null) return `${periodDays} days`
  if (periodMonths === 1) return 'Monthly'
  return periodMonths === 3 ? 'Quarterly' : `${periodMonths}-Month Cycle`
}

/** What the button of a plan card says to a person (specification §4). */
export function buttonFor(
  plan: { id: string; isTrial: boolean },
  standing: Standing | undefined,
  hasUsedTrial: boolean,
): PlanCard['button'] {
  const isActive = standing?.status === 'active'
  if (isActive && standing.stretch.planId === plan.id)
    return { label: 'Current Plan', isDisabled: true, action: 'none' }
  if (plan.isTrial && hasUsedTrial) return { label: 'Used Plan', isDisabled: true, action: 'none' }
  if (plan.isTrial) return { label: 'Subscribe', isDisabled: isActive, action: 'activateTrial' }
  const action = isActive && standing.stretch.kind === 'recurring' ? 'changePlan' : 'openLink'
  return { label: 'Subscribe', isDisabled: false, action }
}

/** The plan change offered from a plan (specification §4). */
export function changeFrom(planName: string): { label: string; to: string } | undefined {
  if (planName === 'Trial') return { label: 'Upgrade to Pro', to: 'Pro' }
  if (planName === 'Pro') return { label: 'Upgrade to Premium', to: 'Premium' }
  return planName === 'Premium' ? { label: 'Downgrade to Pro', to: 'Pro' } : undefined
}
