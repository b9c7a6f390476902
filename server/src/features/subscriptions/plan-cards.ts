import { paths, type PlanCard, withQuery } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Scope } from '#platform/security/scope.ts'
import { listAccessPeriods } from './access-store.ts'
import { detailsOf } from './plan-state.ts'
import { listActivePlans, type PlanRow } from './plans-store.ts'
import { type AccessPeriod, type CurrentPlan, currentPlan, hasUsedTrial } from './rules.ts'
import { type Limits, storageBytesOf } from './storage/storage.ts'

type Viewer = { config: Limits; publicUrl: string; periods: readonly AccessPeriod[] }

/** The plans on offer, as the user sees them. */
export async function listPlanCards(
  { config, db, now, publicUrl }: Pick<Deps, 'config' | 'db' | 'now' | 'publicUrl'>,
  { ownerId }: Scope,
): Promise<PlanCard[]> {
  const [plans, periods] = await Promise.all([listActivePlans(db), listAccessPeriods(db, ownerId)])
  return plans.map((plan) => presentPlan(plan, { config, publicUrl, periods }, now()))
}

export function presentPlan(plan: PlanRow, { config, publicUrl, periods }: Viewer, now: Date): PlanCard {
  const current = currentPlan(periods, now)
  const months = plan.periodMonths ?? 0
  return {
    _id: plan.id,
    name: plan.name,
    description: plan.description,
    feature: plan.features,
    storageBytes: storageBytesOf(config, plan),
    priceCents: plan.priceCents,
    pricePerMonthCents: Math.round(plan.priceCents / Math.max(1, months)),
    currency: 'AUD',
    months,
    cycleLabel: cycleLabel(plan),
    link: linkOf(plan, publicUrl),
    subs_details: detailsOf(current, periods),
    button: buttonFor(plan, current, hasUsedTrial(periods)),
  }
}

/** Our address that opens the provider's page for this plan (decision 070). */
function linkOf({ id, providerPriceId }: PlanRow, publicUrl: string): string | null {
  return providerPriceId === null ? null : publicUrl + withQuery(paths.checkout, { plan: id })
}

export function cycleLabel({
  periodMonths,
  periodDays,
}: {
  periodMonths: number | null
  periodDays: number | null
}): string {
  if (periodMonths === null) return `${periodDays} days`
  if (periodMonths === 1) return 'Monthly'
  return periodMonths === 3 ? 'Quarterly' : `${periodMonths}-Month Cycle`
}

export function buttonFor(
  plan: { id: string; isTrial: boolean },
  current: CurrentPlan | undefined,
  hasUsedTrial: boolean,
): PlanCard['button'] {
  const isActive = current?.status === 'active'
  if (isActive && current.period.planId === plan.id)
    return { label: 'Current Plan', isDisabled: true, action: 'none' }
  if (plan.isTrial && hasUsedTrial) return { label: 'Used Plan', isDisabled: true, action: 'none' }
  if (plan.isTrial) return { label: 'Subscribe', isDisabled: isActive, action: 'activateTrial' }
  const canChange = isActive && current.period.kind === 'recurring' && !current.period.hasEndedAtStripe
  const action = canChange ? 'changePlan' : 'openLink'
  return { label: 'Subscribe', isDisabled: false, action }
}
