import { fullName } from '@docketbox/contract/core/people/full-name'
import type { Stripe } from 'stripe'
import { findPlanByPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { PaymentDeps } from '../deps.ts'
import { issueNote } from '../invoices/adjustment-notes/issue-note.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { settleCreditLater } from '../customers/settle-credit.ts'
import { amountOf } from '../reversals/wrong-amount.ts'
import * as store from '../store.ts'
import { dateOf, idOf } from '../stripe.ts'
import { isAlreadyRefunded, lostIn } from '../plans/unused-time/already-refunded.ts'
import { noteCorrection } from '../plans/unused-time/corrections.ts'
import {
  findIntentOfInvoice,
  type IntentRow,
  lockInvoice,
  lockSubscription,
  type SubscriptionRow,
  upsertIntent,
  upsertSubscription,
} from '../stripe-store.ts'
import type { Changes } from './handle-event.ts'
import { creditUsed, linesOf } from './invoice-lines.ts'

export type Invoice = Stripe.Invoice & { id: string }

/** Handles a paid invoice: saves the payment and the period it pays for. */
export async function handleInvoicePaid(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  at: Date,
): Promise<Changes> {
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId) return {}
  let subscription = await lockSubscription(db, subscriptionId)
  const latest = await latestInvoice(deps, subscription, invoice)
  if (latest) {
    const { price, start, end } = periodOf(latest)
    subscription = await upsertSubscription(db, subscriptionId, {
      customerId: idOf(latest.customer),
      priceId: price,
      periodStart: start,
      periodEnd: end,
      invoiceId: latest.id,
      invoicedAt: dateOf(latest.created),
    })
  }
  return { subscription, intent: await savePaidInvoice(deps, db, invoice, subscription, at) }
}

/** Handles which intent paid an invoice, because refunds name the intent. */
export async function handleInvoicePayment(
  _: PaymentDeps,
  db: Db,
  { invoice, payment: { payment_intent } }: Stripe.InvoicePayment,
): Promise<Changes> {
  const [intentId, invoiceId] = [idOf(payment_intent), idOf(invoice)]
  if (!intentId || !invoiceId) return {}
  await lockInvoice(db, invoiceId)
  const intent = await upsertIntent(db, intentId, { invoiceId })
  const payment = await store.lock(db, { providerInvoiceId: invoiceId })
  if (payment) await store.update(db, payment.id, { providerIntentId: intentId })
  return { intent }
}

/**
 * Saves a paid invoice, even one that credit paid for, or that left credit: then an adjustment note takes the place of
 * the tax invoice.
 * @returns the intent that paid it, if we know it already.
 */
async function savePaidInvoice(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  { ownerId }: SubscriptionRow,
  paidAt: Date,
): Promise<IntentRow | undefined> {
  const buyer = await store.findBuyer(db, ownerId)
  if (!isInDollars(invoice)) {
    await alertOtherCurrency(deps, db, invoice, { ownerId, email: buyer?.email })
    return undefined
  }
  await lockInvoice(db, invoice.id)
  // Before the payment, in the order of the intent's own events.
  const intent = await findIntentOfInvoice(db, invoice.id)
  const payment =
    (await store.lock(db, { providerInvoiceId: invoice.id })) ??
    (await insertInvoice(deps, db, invoice, buyer, { status: 'open', statusAt: paidAt }))
  if (payment.status === 'paid') return undefined
  const lines = await linesOf(db, invoice, { price: periodOf(invoice).price, planName: payment.planName })
  const isCredited = invoice.total < 0
  const paid = await store.markPaid(
    db,
    payment.id,
    {
      paidAt,
      updatedAt: deps.now(),
      amountCents: invoice.amount_paid,
      creditCents: creditUsed(invoice),
      totalCents: invoice.total,
      lines: JSON.stringify(lines),
      ...(intent && { providerIntentId: intent.id }),
      ...(buyer && { receiptMailedAt: deps.now() }),
    },
    !isCredited,
  )
  if (isCredited) await issueNote(deps, db, paid, { amountCents: -invoice.total, reason: 'planChange' })
  else if (buyer) await deps.jobs.enqueue(db, sendInvoice, { payment: payment.id })
  await correctLostSince(deps, db, invoice, paid)
  return intent
}

/** Whether it's in Australian dollars, as everything we sell. In Stripe's Dashboard it can be in any currency. */
export function isInDollars({ currency }: Invoice): boolean {
  return currency === 'aud'
}

/** Tells administrators of money that we neither add up nor have a tax invoice for. */
async function alertOtherCurrency(
  deps: PaymentDeps,
  db: Db,
  { id, amount_paid: cents, currency }: Invoice,
  { ownerId, email = 'A customer' }: { ownerId: string | null; email: string | undefined },
): Promise<void> {
  await raiseAlert(deps, db, {
    kind: 'otherCurrency',
    subject: id,
    user: ownerId,
    message: `${email} paid ${amountOf(cents, currency)} for ${id}. We only count Australian dollars, so it isn’t among the payments and they have no tax invoice from us. Stripe can’t change a subscription’s currency. In Stripe’s Dashboard, cancel theirs at the end of its period. They can then subscribe again here, in AUD.`,
  })
}

/** Corrects a plan change that counted a payment as lost, if we've won the dispute before it was paid. */
async function correctLostSince(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  change: store.PaymentRow,
): Promise<void> {
  for (const [providerInvoiceId, cents] of Object.entries(lostIn(invoice))) {
    const lost = await store.lock(db, { providerInvoiceId })
    if (lost?.disputeState !== 'won') continue
    await noteCorrection(deps, db, change, cents)
    await deps.jobs.enqueue(db, settleCreditLater, { payment: lost.id }, { singletonKey: lost.id })
  }
}

export async function insertInvoice(
  { now, payments }: PaymentDeps,
  db: Db,
  invoice: Invoice,
  buyer: store.Buyer | undefined,
  status: { status: 'open' | 'failed' | 'canceled'; statusAt: Date },
): Promise<store.PaymentRow> {
  const { price, name } = periodOf(invoice)
  const plan = await findPlanByPrice(db, price)
  const inserted = await store.insert(db, {
    ...status,
    id: newId(),
    ownerId: buyer?.id ?? null,
    kind: 'subscription',
    planId: plan?.id ?? null,
    planName: plan?.name ?? name,
    amountCents: invoice.amount_due,
    ...discountIn(invoice),
    currency: invoice.currency.toUpperCase(),
    isLive: false,
    isTest: !payments.isLive,
    providerInvoiceId: invoice.id,
    providerSubscriptionId: subscriptionOf(invoice),
    // Not Stripe's: the account may have been deleted. If we hear later whose it is, that fills them in.
    buyerName: buyer ? fullName(buyer) : '',
    buyerEmail: buyer?.email ?? '',
    createdAt: dateOf(invoice.created),
    updatedAt: now(),
  })
  return inserted!
}

/** The promotion code of an invoice, and its discount: the checkout put it on the subscription. */
function discountIn({ total_discount_amounts, parent }: Invoice) {
  const discountCents = (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const promotionCode = parent?.subscription_details?.metadata?.['code'] ?? null
  return discountCents > 0 && { discountCents, promotionCode }
}

/**
 * The invoice that decides what's paid until when: this one, undefined if we know a later one, or what Stripe says if
 * both are from the same second.
 */
async function latestInvoice(
  deps: PaymentDeps,
  { id, invoiceId, invoicedAt }: SubscriptionRow,
  invoice: Invoice,
): Promise<Invoice | undefined> {
  const createdAt = dateOf(invoice.created)
  if (invoiceId === invoice.id || (invoicedAt && createdAt < invoicedAt)) return undefined
  if (!invoicedAt || createdAt > invoicedAt) return invoice
  const stripe = await deps.payments.client()
  const paid = await stripe.invoices.list({ subscription: id, status: 'paid', limit: 10 })
  return (paid.data as Invoice[]).find((latest) => subscriptionOf(latest) !== null)
}

/** An invoice's main line: the one whose period ends last, ignoring credits for an earlier plan. */
function periodOf({ id, lines }: Invoice): { price: string; name: string; start: Date; end: Date } {
  const [line] = lines.data
    .filter((line) => line.amount >= 0 && !isAlreadyRefunded(line))
    // In a period's last minutes both plans come to zero; Stripe names the old one first.
    .toReversed()
    // The credit for a plan that a promotion code paid for is zero.
    .toSorted(
      (a, b) =>
        Number(b.amount > 0) - Number(a.amount > 0) ||
        b.period.end - a.period.end ||
        b.period.start - a.period.start,
    )
  const price = idOf(line?.pricing?.price_details?.price)
  if (!line || !price) throw new Error(`Invoice ${id} has no line with a price.`)
  return {
    price,
    name: line.description ?? '',
    start: dateOf(line.period.start),
    end: dateOf(line.period.end),
  }
}

/** The subscription that an invoice bills. What's billed by hand in Stripe's Dashboard can name one, but pays for no time of it. */
export function subscriptionOf({ parent, billing_reason: reason }: Invoice): string | null {
  return reason === 'manual' ? null : idOf(parent?.subscription_details?.subscription)
}
