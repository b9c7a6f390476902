import { type PaymentOutcome, paymentRefusals, paymentTexts } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { findPlan } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../../deps.ts'
import { callStripe } from '../../stripe.ts'
import { findAttempt, pendingPriceOf, voidAttempt, voidUnlessPaid } from './change-attempt.ts'
import { expirePreviews } from './during-change.ts'
import { blockSentChanges } from './sent-keys.ts'
import { requireRecurring } from '../current-plan.ts'

type OutcomeDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>
type Requested = { plan: string; seconds: number }

const checking: PaymentOutcome = { state: 'checking' }

/**
 * Finds the outcome of a plan change that Stripe didn't answer. A declined one is voided before we say so.
 * @throws Refusal `payments.noSubscription`, `payments.planNotFound`.
 */
export async function findChangeOutcome(
  deps: OutcomeDeps,
  scope: Scope,
  { plan: planId, seconds }: Requested,
): Promise<PaymentOutcome> {
  const plan = await findPlan(deps.db, planId)
  if (!plan || plan.providerPriceId === null) throw new Refusal(paymentRefusals.planNotFound)
  const { planId: current, providerSubscriptionId } = await requireRecurring(deps, scope)
  if (current === plan.id) return { state: 'done' }
  const { providerPriceId: price } = plan
  // Until we would have stopped waiting for the response, Stripe may still be at work.
  const { sendMs, moneyCallMs } = deps.payments.waits
  const isLate = seconds * 1000 > sendMs + moneyCallMs
  const isOver = isLate && (await expirePreviews(deps, providerSubscriptionId))
  return callStripe(deps, (stripe) =>
    lookUp(deps, stripe, { subscription: providerSubscriptionId, price, isOver, isOffered: plan.isActive }),
  ).catch((error: unknown) => {
    const isPaidJustNow = error instanceof Refusal && error.spec === paymentRefusals.previewOutdated
    const isUnavailable = error instanceof Refusal && error.spec === paymentRefusals.unavailable
    if (isPaidJustNow || isUnavailable) return checking
    throw error
  })
}

type LookUp = { subscription: string; price: string; isOver: boolean; isOffered: boolean }

async function lookUp(
  { db }: OutcomeDeps,
  stripe: Stripe,
  { subscription: id, price, isOver, isOffered }: LookUp,
): Promise<PaymentOutcome> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { items, latest_invoice } = subscription
  // Its events are being fetched.
  if (items.data[0]!.price.id === price) return isOver ? { state: 'done' } : checking
  const attempt =
    pendingPriceOf(subscription) === price ? await findAttempt(stripe, latest_invoice) : undefined
  if (!attempt) return isOver && (await blockSentChanges(db, stripe, id)) ? notDone() : checking
  const { status, last_payment_error: problem } = attempt.intent
  if (status === 'requires_action' && isOffered)
    return { state: 'bankCheck', clientSecret: attempt.clientSecret }
  // Withdrawn while it waited for the bank.
  if (status === 'requires_action')
    return (await voidUnlessPaid(stripe, latest_invoice)) ? notDone() : checking
  if (status !== 'requires_payment_method' || !(problem || isOver)) return checking
  await voidAttempt(stripe, latest_invoice)
  return notDone(problem)
}

function notDone(problem?: Stripe.PaymentIntent.LastPaymentError | null): PaymentOutcome {
  if (problem?.code === 'payment_intent_authentication_failure')
    return { state: 'notDone', message: paymentTexts.notAuthenticated }
  const reason = problem?.type === 'card_error' && problem.message ? ` ${problem.message}` : ''
  return { state: 'notDone', message: `${paymentTexts.notDone}${reason}` }
}
