import { type CreatedPlan, createdPlanRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { type ListPage, wholeList } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { PlanRow } from '../plans-store.ts'
import type { SubscribeDeps } from '../subscribe.ts'
import * as store from './store.ts'

export async function listCreatedPlans({ db }: Pick<Deps, 'db'>): Promise<ListPage<CreatedPlan>> {
  return wholeList((await store.listCreated(db)).map(present))
}

/**
 * Offers a plan that an administrator created, or withdraws it. A withdrawn plan can't be bought, even on pages that are
 * already open or with a bank's check that's under way. Subscribers keep it, and it still renews.
 * @throws Refusal `plans.notFound`, also for the plans that came with the product.
 */
export async function setOffered(
  { db, now, onPlanOffered, onPlanWithdrawn }: SubscribeDeps,
  actor: Actor,
  planId: string,
  isOffered: boolean,
): Promise<CreatedPlan> {
  return inTransaction(db, async (db) => {
    const plan = await store.lockCreated(db, planId)
    if (!plan) throw new Refusal(createdPlanRefusals.notFound)
    if (plan.isActive === isOffered) return present(plan)
    await store.setActive(db, planId, isOffered)
    await (isOffered ? onPlanOffered(db) : onPlanWithdrawn(db, plan))
    await audit(db, {
      at: now(),
      actorId: actor.id,
      action: isOffered ? 'subscriptions.offerPlan' : 'subscriptions.withdrawPlan',
      subjectId: planId,
      details: { name: plan.name },
    })
    return present({ ...plan, isActive: isOffered })
  })
}

function present({ id, name, priceCents, periodMonths, isActive }: PlanRow): CreatedPlan {
  return { _id: id, name, priceCents, months: periodMonths!, isOffered: isActive }
}
