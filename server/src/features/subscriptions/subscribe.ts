import {
  commonRefusals,
  type PlanCard,
  planTexts,
  type SubscribeBody,
  type SubsDetails,
  subscriptionRefusals,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Scope } from '#platform/security/scope.ts'
import { insertAccessPeriod, listAccessPeriods } from './access-store.ts'
import { trialStartedMail } from './mails.ts'
import { presentPlan } from './plan-cards.ts'
import { subsDetailsIn } from './plan-state.ts'
import { addresseeOf, findSamePlan, insertPlan, replaceUnsoldPlan, trialPlan } from './plans-store.ts'
import { currentPlan, hasUsedTrial, trialEnd } from './rules.ts'

export type SubscribeDeps = Pick<Deps, 'config' | 'db' | 'mail' | 'now' | 'publicUrl'> & {
  /** Runs in the transaction that creates a plan or offers it. */
  onPlanOffered: (db: Db) => Promise<void>
  /** Runs in the transaction that withdraws a plan. */
  onPlanWithdrawn: (db: Db, plan: { id: string; providerPriceId: string | null }) => Promise<void>
}

/** Starts a User's trial, or creates a plan for an administrator. Anything else is refused (requirement 24). */
export async function subscribe(
  deps: SubscribeDeps,
  actor: Actor,
  scope: Scope,
  body: SubscribeBody,
): Promise<{ message: string; subs_details?: SubsDetails; plan?: PlanCard }> {
  if (isAdministrator(actor)) {
    // The right to call this is a User's, too, so `route` doesn't ask for it.
    if (!actor.hasSecondFactor) throw new Refusal(commonRefusals.secondFactorNeeded)
    return createPlan(deps, actor, body)
  }
  const { plan, ...rest } = body
  if (plan !== 'Trial' || Object.keys(rest).length > 0) throw new Refusal(commonRefusals.notAllowed)
  return startTrial(deps, scope)
}

async function startTrial(
  deps: SubscribeDeps,
  { ownerId }: Scope,
): Promise<{ message: string; subs_details: SubsDetails }> {
  const now = deps.now()
  const existing = await listAccessPeriods(deps.db, ownerId)
  if (hasUsedTrial(existing)) throw new Refusal(subscriptionRefusals.trialUsed)
  if (currentPlan(existing, now)?.status === 'active') throw new Refusal(subscriptionRefusals.alreadyActive)
  const plan = await trialPlan(deps.db)
  const periodEnd = trialEnd(now)
  await inTransaction(deps.db, async (db) => {
    const trial = { ownerId, planId: plan.id, kind: 'trial', periodStart: now, periodEnd, createdAt: now }
    const isFirst = await insertAccessPeriod(db, trial, now)
    if (!isFirst) throw new Refusal(subscriptionRefusals.trialUsed)
    const addressee = await addresseeOf(db, ownerId)
    await deps.mail.queue(db, trialStartedMail(deps, { ...addressee, periodEnd }))
  })
  const periods = await listAccessPeriods(deps.db, ownerId)
  return { message: planTexts.trialActivated, subs_details: subsDetailsIn(periods, now)! }
}

async function createPlan(
  { config, db, now, onPlanOffered, publicUrl }: SubscribeDeps,
  actor: Actor,
  { plan: name, price, description, feature, months, isActive }: SubscribeBody,
): Promise<{ message: string; plan: PlanCard }> {
  if (price === undefined || description === undefined || feature === undefined) {
    throw invalidInput({
      ...(price === undefined && { price: 'Price must be a number.' }),
      ...(description === undefined && { description: 'Description is required.' }),
      ...(feature === undefined && { feature: 'Features are required.' }),
    })
  }
  if (isFilter(name)) throw new Refusal(subscriptionRefusals.nameTaken)
  const at = now()
  const details = {
    name,
    description,
    features: feature,
    priceCents: Math.round(price * 100),
    periodMonths: months ?? 1,
    isActive: isActive ?? true,
    createdBy: actor.id,
  }
  const plan = await inTransaction(db, async (db) => {
    const inserted = await insertPlan(db, { ...details, id: newId(), createdAt: at })
    // The response to an earlier request may have been lost.
    const repeated = inserted ? undefined : await findSamePlan(db, details)
    if (repeated) return repeated
    const created = inserted ?? (await replaceUnsoldPlan(db, { ...details, createdAt: at }))
    if (!created) throw new Refusal(subscriptionRefusals.nameTaken)
    await onPlanOffered(db)
    await audit(db, {
      at,
      actorId: actor.id,
      action: 'subscriptions.createPlan',
      subjectId: created.id,
      details: { name, priceCents: created.priceCents },
    })
    return created
  })
  return {
    message: planTexts.planCreated,
    plan: presentPlan(plan, { config, publicUrl, periods: [] }, at),
  }
}

/** The list of subscribers has filters of these names. */
function isFilter(name: string): boolean {
  return ['all', 'none'].includes(name.toLowerCase())
}
