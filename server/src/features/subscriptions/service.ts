import {
  planTexts,
  type PlanCard,
  type SubscribeBody,
  type SubsDetails,
  subscriptionRefusals,
} from '@docketbox/contract'
import { commonRefusals } from '@docketbox/contract'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { trialBeginsMail } from './mails.ts'
import { buttonFor, cycleLabel, type Standing, standingOf, type Stretch, trialEnd } from './rules.ts'
import { detailsOf, hasUsedTrial } from './standing.ts'
import * as store from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'db' | 'now'>
type TrialNeeds = Needs & Pick<Deps, 'config' | 'mail' | 'publicUrl'>
type CreatingNeeds = Needs & { onPlanCreated: (db: Db) => Promise<void> }

/** The plans on offer, each as the caller sees it. */
export async function listPlanCards({ db, now }: Needs, actor: Actor): Promise<PlanCard[]> {
  const [plans, stretches, { email }] = await Promise.all([
    store.listActivePlans(db),
    store.listStretches(db, actor.id),
    store.addresseeOf(db, actor.id),
  ])
  const person = { id: actor.id, email, stretches, standing: standingOf(stretches, now()) }
  return plans.map((plan) => cardOf(plan, person))
}

/** A User starts their trial; an administrator creates a plan. Anything else is refused (decision 24). */
export async function subscribe(
  needs: CreatingNeeds & TrialNeeds,
  actor: Actor,
  body: SubscribeBody,
): Promise<{ message: string; subs_details?: SubsDetails; plan?: PlanCard }> {
  if (isAdministrator(actor)) return createPlan(needs, actor, body)
  const { plan, ...rest } = body
  if (plan !== 'Trial' || Object.keys(rest).length > 0) throw new Refusal(commonRefusals.notAllowed)
  return startTrial(needs, actor)
}

async function startTrial(
  deps: TrialNeeds,
  actor: Actor,
): Promise<{ message: string; subs_details: SubsDetails }> {
  const { db } = deps
  const at = deps.now()
  const before = await store.listStretches(db, actor.id)
  if (hasUsedTrial(before)) throw new Refusal(subscriptionRefusals.trialUsed)
  if (standingOf(before, at)?.status === 'active') throw new Refusal(subscriptionRefusals.alreadyActive)
  const plan = await store.trialPlan(db)
  const periodEnd = trialEnd(at)
  await inTransaction(db, async (db) => {
    const isFirst = await store.insertStretch(db, {
      id: newId(),
      ownerId: actor.id,
      planId: plan.id,
      kind: 'trial',
      periodStart: at,
      periodEnd,
      createdAt: at,
      updatedAt: at,
    })
    if (!isFirst) throw new Refusal(subscriptionRefusals.trialUsed)
    const person = await store.addresseeOf(db, actor.id)
    await deps.mail.queue(db, trialBeginsMail(deps, { ...person, periodEnd }))
  })
  const stretches = await store.listStretches(db, actor.id)
  return { message: planTexts.trialActivated, subs_details: detailsOf(standingOf(stretches, at), stretches)! }
}

async function createPlan(
  { db, now, onPlanCreated }: CreatingNeeds,
  actor: Actor,
  body: SubscribeBody,
): Promise<{ message: string; plan: PlanCard }> {
  const missing = {
    ...(body.price === undefined && { price: 'Price must be a number.' }),
    ...(body.description === undefined && { description: 'Description is required.' }),
    ...(body.feature === undefined && { feature: 'Features are required.' }),
  }
  if (Object.keys(missing).length > 0) throw invalidInput(missing)
  if (isFilter(body.plan)) throw new Refusal(subscriptionRefusals.nameTaken)
  const plan = await inTransaction(db, async (db) => {
    const inserted = await store.insertPlan(db, {
      id: newId(),
      name: body.plan,
      description: body.description!,
      features: body.feature!,
      priceCents: Math.round(body.price! * 100),
      periodMonths: body.months ?? 1,
      isActive: body.isActive ?? true,
      createdBy: actor.id,
      createdAt: now(),
    })
    if (!inserted) throw new Refusal(subscriptionRefusals.nameTaken)
    await onPlanCreated(db)
    const { id: subjectId, name, priceCents } = inserted
    await audit(db, {
      at: inserted.createdAt,
      actorId: actor.id,
      action: 'subscriptions.createPlan',
      subjectId,
      details: { name, priceCents },
    })
    return inserted
  })
  const stranger = { id: actor.id, email: '', stretches: [], standing: undefined }
  return { message: planTexts.planCreated, plan: cardOf(plan, stranger) }
}

/** The list of subscribers asks for these by the same word as for the name of a plan. */
function isFilter(name: string): boolean {
  return ['all', 'none'].includes(name.toLowerCase())
}

type Viewer = { id: string; email: string; stretches: readonly Stretch[]; standing: Standing | undefined }

function cardOf(plan: store.PlanRow, { id, email, stretches, standing }: Viewer): PlanCard {
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
    link: plan.paymentLinkUrl === null ? null : linkFor(plan.paymentLinkUrl, id, email),
    subs_details: detailsOf(standing, stretches),
    button: buttonFor(plan, standing, hasUsedTrial(stretches)),
  }
}

/** A payment link that says who is paying: it comes back with the payment. */
function linkFor(paymentLinkUrl: string, ownerId: string, email: string): string {
  const link = new URL(paymentLinkUrl)
  link.searchParams.set('client_reference_id', ownerId)
  if (email) link.searchParams.set('prefilled_email', email)
  return link.href
}
