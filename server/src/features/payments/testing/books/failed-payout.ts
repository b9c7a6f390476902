import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { showCustomerCredit } from '../../refunds/credit-refunds/limits.ts'
import { refundCredit } from '../../refunds/credit-refunds/request.ts'
import { changePlan, previewChange } from '../../plans/changes/change-plan.ts'
import { openCheckout } from '../../plans/subscribing/open-checkout.ts'
import { payPage } from './paying.ts'
import type { Simulation } from './simulate.ts'

/** The bank returns refunds to this card a day later. */
const REFUNDS_FAIL = '4000000000005126'

/**
 * A customer subscribes, changes to a cheaper plan, and gets the credit refunded to a card whose bank will return it:
 * left to chance, this is rare. Nothing happens if they have a plan, or if events are late.
 */
export async function refundCreditInVain(
  simulation: Simulation,
  ownerId: string,
  catchUp: () => Promise<void>,
): Promise<void> {
  const { deps, server, random, admin } = simulation
  const { pro, premium } = server.plans
  const scope = { ownerId } as Scope
  try {
    const { url } = await openCheckout(deps, scope, premium)
    await payPage(server, random, url, REFUNDS_FAIL)
    await catchUp()
    const { prorationDate, dueNowCents } = await previewChange(deps, scope, pro)
    await changePlan(deps, scope, { plan: pro, prorationDate, dueNowCents })
    await catchUp()
    const { creditCents, refundableCents } = await showCustomerCredit(deps, ownerId)
    const refund = { amountCents: refundableCents, creditCents, reason: 'Simulated' }
    if (refundableCents > 0) await refundCredit(deps, admin, ownerId, refund)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
