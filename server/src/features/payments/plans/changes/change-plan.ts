import { type ChangePreview, commonRefusals, paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { findPlan, fullStorageOn, type PlanRow, type Recurring } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../../deps.ts'
import { withFullPrices } from '../../invoices/full-price.ts'
import { unusedTimeOf } from '../../invoices/lines.ts'
import { moveMoney } from '../../money-call.ts'
import { isLockedOut, listPaidBills } from '../../store.ts'
import { callStripe, createOnce, dateOf, idOf } from '../../stripe.ts'
import {
  creditIn,
  findAlreadyRefunded,
  isAlreadyRefunded,
  alreadyRefundedItem,
} from '../unused-time/already-refunded.ts'
import { isPaidByDebit, withMethod } from '../bank-debit.ts'
import { convertCancellation, endsWithPeriod, owing } from '../ending/cancellation.ts'
import { linesOf } from '../../webhook/invoice-lines.ts'
import { type Attempt, findAttempt, pendingPriceOf, voidAttempt, voidUnlessPaid } from './change-attempt.ts'
import { dropUnanswered, withoutRefunds } from './during-change.ts'
import { refuseDisputed, refuseUnpaidRenewal, requireRenewable } from '../current-plan.ts'

type ChangeDeps = Pick<PaymentDeps, 'config' | 'db' | 'jobs' | 'now' | 'payments'>
type Change = {
  plan: PlanRow & { providerPriceId: string }
  current: Recurring
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
}

type InvoiceItem = ReturnType<typeof alreadyRefundedItem>

const MAX_PREVIEW_AGE_SECONDS = 30 * 60

/**
 * The price of changing to another plan now, calculated by Stripe in the same way as the change.
 * @throws Refusal `payments.renewalUnpaid` while the renewal is being paid, `payments.planEnding` if Stripe has ended it.
 */
export async function previewChange(deps: ChangeDeps, scope: Scope, planId: string): Promise<ChangePreview> {
  const change = await prepareChange(deps, scope, planId)
  // An abandoned attempt may hold the credit that this price counts on.
  if (change.subscription.pending_update)
    await callStripe(deps, (stripe) => voidAttempt(stripe, change.subscription.latest_invoice))
  const prorationDate = Math.floor(secondsNow(deps, change))
  const { invoice, alreadyRefunded } = await previewInvoice(deps, change, prorationDate)
  refuseDebit(change.subscription, invoice.amount_due)
  const creditCents = creditIn(invoice)
  const chargeCents = invoice.subtotal + creditCents
  const balanceUsedCents = Math.min(
    Math.max(-invoice.starting_balance, 0),
    Math.max(chargeCents - creditCents, 0),
  )
  const periodEnds = invoice.lines.data
    .filter((line) => line.amount >= 0 && !isAlreadyRefunded(line))
    .map(({ period }) => period.end)
  return {
    planName: change.plan.name,
    creditCents,
    alreadyRefundedCents: alreadyRefunded.cents,
    unusedTime: await unusedTimeIn(deps, change, invoice),
    chargeCents,
    balanceUsedCents,
    dueNowCents: invoice.amount_due,
    balanceAfterCents: Math.max(0, -(invoice.starting_balance + invoice.total)),
    renewsAt: dateOf(Math.max(...periodEnds)).toISOString(),
    fullStorage: await fullStorageOn(deps, scope.ownerId, change.plan),
    prorationDate,
  }
}

async function unusedTimeIn({ db }: ChangeDeps, { plan, current }: Change, invoice: Stripe.Invoice) {
  const lines = await linesOf(db, invoice, { price: plan.providerPriceId, planName: plan.name })
  const bills = await listPaidBills(db, current.providerSubscriptionId)
  return withFullPrices(lines, bills).flatMap((line) => unusedTimeOf(line) ?? [])
}

/**
 * Changes a subscription's plan at the price that was shown. What's due is charged first, so a declined card changes
 * nothing. The new plan starts when Stripe's event confirms the payment.
 * @returns a client secret if the bank must check first: the change then waits for the payment.
 * @throws Refusal `payments.previewOutdated` if the price has changed, `payments.debitTooSlow` if a debit would have to pay
 * it, `payments.renewalUnpaid` while the renewal is being paid, `payments.outcomeUnknown` if Stripe didn't say whether it charged the card.
 */
export async function changePlan(
  deps: ChangeDeps,
  scope: Scope,
  { plan: planId, prorationDate, dueNowCents }: { plan: string; prorationDate: number; dueNowCents: number },
): Promise<{ message: string; clientSecret?: string }> {
  const requestedAt = performance.now()
  const change = await prepareChange(deps, scope, planId)
  const { current, subscription, item, plan } = change
  const ageSeconds = Math.abs(secondsNow(deps, change) - prorationDate)
  const isWithinPeriod =
    prorationDate >= item.current_period_start && prorationDate <= item.current_period_end
  if (!isWithinPeriod || ageSeconds > MAX_PREVIEW_AGE_SECONDS)
    throw new Refusal(paymentRefusals.previewOutdated)
  const started = await resumeAttempt(deps, change, dueNowCents)
  if (started) return started
  const request = { subscription: current.providerSubscriptionId, shownAt: dateOf(prorationDate) }
  const updated = await withoutRefunds(deps, request, (beforeSend) =>
    moveMoney(deps, async (stripe, options) => {
      const { invoice, added, alreadyRefunded } = await previewInvoice(deps, change, prorationDate)
      if (invoice.amount_due !== dueNowCents) throw new Refusal(paymentRefusals.previewOutdated)
      const isDebited = refuseDebit(subscription, dueNowCents)
      await callStripe(deps, () => convertCancellation(stripe, subscription))
      // Someone suspended while this request ran must not be charged.
      if (await isLockedOut(deps.db, scope.ownerId)) throw new Refusal(commonRefusals.notAllowed)
      if (!(await isOffered(deps, planId))) throw new Refusal(paymentRefusals.planNotFound)
      return createOnce<Stripe.Subscription>(
        // A double click is one change; after a failed attempt the latest invoice is another.
        `change-${item.id}-${plan.providerPriceId}-${prorationDate}-${idOf(subscription.latest_invoice)}-${alreadyRefunded.cents}`,
        async (own) => {
          await beforeSend(own.idempotencyKey)
          requireInTime(deps, requestedAt)
          return stripe.subscriptions.update(
            current.providerSubscriptionId,
            {
              items: [{ id: item.id, price: plan.providerPriceId }],
              proration_behavior: 'always_invoice',
              proration_date: prorationDate,
              ...(added && { add_invoice_items: added }),
              // The current plan continues until the change is paid. If nothing is due, both settings do the same.
              payment_behavior: isDebited ? 'error_if_incomplete' : 'pending_if_incomplete',
              // Changing a cancelled plan means wanting to keep one.
              ...(endsWithPeriod(subscription) && { cancel_at_period_end: false }),
              expand: ['latest_invoice.confirmation_secret'],
            },
            { ...options, ...own },
          )
        },
        // When this request began, the plan hadn't changed.
        async () => undefined,
      )
    }),
  )
  if (!updated.pending_update) return { message: `Your plan is now ${plan.name}.` }
  const attempt = await callStripe(deps, (stripe) => findAttempt(stripe, updated.latest_invoice))
  // Withdrawing it may have voided the invoice already.
  if (!(await isOffered(deps, planId))) {
    await callStripe(deps, (stripe) => voidUnlessPaid(stripe, updated.latest_invoice))
    throw new Refusal(paymentRefusals.planNotFound)
  }
  if (attempt?.intent.status === 'requires_action') return confirmWithBank(attempt)
  await callStripe(deps, (stripe) => voidAttempt(stripe, updated.latest_invoice))
  const message = attempt?.intent.last_payment_error?.message
  throw new Refusal(paymentRefusals.declined, message === undefined ? {} : { message })
}

/** An administrator may have withdrawn the plan while this request ran. */
async function isOffered({ db }: Pick<ChangeDeps, 'db'>, planId: string): Promise<boolean> {
  return (await findPlan(db, planId))?.isActive === true
}

/** After a lost response, we say at some point that nothing was charged. That must stay true if Stripe is slow. */
function requireInTime({ payments }: Pick<ChangeDeps, 'payments'>, requestedAt: number): void {
  if (performance.now() - requestedAt > payments.waits.sendMs)
    throw new Refusal(paymentRefusals.unavailable, { retryAfterSeconds: 60 })
}

/**
 * @returns whether the plan is paid by bank debit.
 * @throws Refusal `payments.debitTooSlow` if a debit would have to pay now, since its outcome takes days.
 */
function refuseDebit(subscription: Stripe.Subscription, dueNowCents: number): boolean {
  const isDebited = isPaidByDebit(subscription)
  if (isDebited && dueNowCents > 0) throw new Refusal(paymentRefusals.debitTooSlow)
  return isDebited
}

/** A Stripe test clock may be ahead of ours: its own time decides. */
function secondsNow({ now }: Pick<PaymentDeps, 'now'>, { item }: Change): number {
  return Math.max(now().getTime() / 1000, item.current_period_start)
}

/** The invoice that a change creates. Stripe credits all of the unused time: an item takes back what was refunded of it. */
async function previewInvoice(deps: ChangeDeps, { current, item, plan }: Change, prorationDate: number) {
  const { providerSubscriptionId: subscription } = current
  const preview = (invoice_items: InvoiceItem[] = []) =>
    callStripe(deps, (stripe) =>
      stripe.invoices.createPreview({
        subscription,
        subscription_details: {
          items: [{ id: item.id, price: plan.providerPriceId }],
          proration_behavior: 'always_invoice',
          proration_date: prorationDate,
        },
        ...(invoice_items.length > 0 && { invoice_items }),
      }),
    )
  const invoice = await preview()
  const alreadyRefunded = await findAlreadyRefunded(deps, subscription, creditIn(invoice))
  if (alreadyRefunded.cents === 0) return { invoice, alreadyRefunded }
  const added = [alreadyRefundedItem(idOf(item.price.product)!, alreadyRefunded)]
  return { invoice: await preview(added), alreadyRefunded, added }
}

function confirmWithBank({ clientSecret }: Attempt): { message: string; clientSecret: string } {
  return { message: 'Your bank wants to check that it’s you.', clientSecret }
}

/** Continues an attempt at the same change that waits for the bank, and drops any other. */
async function resumeAttempt(
  deps: ChangeDeps,
  { subscription, plan }: Change,
  dueNowCents: number,
): Promise<{ message: string; clientSecret: string } | undefined> {
  const { latest_invoice: invoice } = subscription
  const price = pendingPriceOf(subscription)
  if (price === undefined) return undefined
  const attempt = await callStripe(deps, (stripe) => findAttempt(stripe, invoice))
  const isSame = price === plan.providerPriceId && attempt?.intent.amount === dueNowCents
  if (attempt?.intent.status === 'requires_action' && isSame) return confirmWithBank(attempt)
  await callStripe(deps, (stripe) => voidAttempt(stripe, invoice))
  return undefined
}

async function prepareChange(deps: ChangeDeps, scope: Scope, planId: string): Promise<Change> {
  const plan = await findPlan(deps.db, planId)
  if (!plan?.isActive || plan.isTrial || plan.providerPriceId === null)
    throw new Refusal(paymentRefusals.planNotFound)
  const { providerPriceId } = plan
  const current = await requireRenewable(deps, scope)
  if (current.planId === plan.id) throw new Refusal(paymentRefusals.samePlan)
  // What its unused time is worth depends on what the bank decides.
  await refuseDisputed(deps, current)
  await dropUnanswered(deps, current.providerSubscriptionId)
  const subscription = await callStripe(deps, (stripe) =>
    stripe.subscriptions.retrieve(current.providerSubscriptionId, { expand: withMethod }),
  )
  const item = subscription.items.data[0]!
  if (owing.includes(subscription.status)) throw new Refusal(paymentRefusals.renewalUnpaid)
  if (subscription.status !== 'active') throw new Refusal(paymentRefusals.noSubscription)
  // Changed a moment ago: the event is still on its way.
  if (item.price.id === providerPriceId) throw new Refusal(paymentRefusals.samePlan)
  await refuseUnpaidRenewal(deps, subscription)
  return { plan: { ...plan, providerPriceId }, current, subscription, item }
}
