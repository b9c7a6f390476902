import type { PlanCard } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Scope } from '#platform/security/scope.ts'
import { listAccessPeriods } from './access-store.ts'
import { detailsOf } from './plan-state.ts'
import { addresseeOf, listActivePlans, type PlanRow } from './plans-store.ts'
import { type AccessPeriod, buttonFor, currentPlan, cycleLabel, hasUsedTrial } from './rules.ts'

type Viewer = { id: string; email: string; periods: readonly AccessPeriod[] }

/** The plans on offer, as the user sees them. */
export async function listPlanCards(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { ownerId }: Scope,
): Promise<PlanCard[]> {
  const [plans, periods, { email }] = await Promise.all([
    listActivePlans(db),
    listAccessPeriods(db, ownerId),
    addresseeOf(db, ownerId),
  ])
  return plans.map((plan) => presentPlan(plan, { id: ownerId, email, periods }, now()))
}

export function presentPlan(plan: PlanRow, { id, email, periods }: Viewer, now: Date): PlanCard {
  const current = currentPlan(periods, now)
  const months = plan.periodMonths ?? 0
  return {
    _id: plan.id,
    name: plan.name,
    description: plan.description,
    feature: plan.features,
    priceCents: plan.priceCents,
    pricePerMonthCents: Math.round(plan.priceCents / Math.max(1, months)),
    currency: 'AUD',
    months,
    cycleLabel: cycleLabel(plan),
    link: plan.paymentLinkUrl === null ? null : personalLink(plan.paymentLinkUrl, id, email),
    subs_details: detailsOf(current, periods),
    button: buttonFor(plan, current, hasUsedTrial(periods)),
  }
}

/** A payment link with the user's ID, which comes back with the payment. */
function personalLink(paymentLinkUrl: string, ownerId: string, email: string): string {
  const link = new URL(paymentLinkUrl)
  link.searchParams.set('client_reference_id', ownerId)
  if (email) link.searchParams.set('prefilled_email', email)
  return link.href
}
