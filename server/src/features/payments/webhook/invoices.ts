import type { Stripe } from 'stripe'
import { findPlanByPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { receiptMail, renewalFailedMail } from '../mails.ts'
import type { Needs } from './payment-intents.ts'
import { projectSubscription } from '../plans/sync-subscription.ts'
import * as provider from '../stripe-store.ts'
import { applyRefund } from './refunds.ts'
import * as store from '../store.ts'

type Invoice = Stripe.Invoice & { id: string }

/** Takes in a paid invoice: the period it pays for, and the payment itself. */
export async function takePaidInvoice(deps: Needs, db: Db, invoice: Invoice, at: Date): Promise<void> {
  const subscription = subscriptionIdOf(invoice)
  if (!subscription) return
  let facts = await provider.lockFacts(db, subscription)
  const newest = await newestOf(deps, facts, invoice)
  if (newest) {
    const { price, start, end } = periodOf(newest)
    facts = await provider.noteFacts(db, subscription, {
      customerId: idOf(newest.customer),
      priceId: price,
      periodStart: start,
      periodEnd: end,
      invoiceId: newest.id,
      invoicedAt: dateOf(newest.created),
    })
  }
  if (invoice.amount_paid > 0) await notePaid(deps, db, invoice, await sourceOf(db, facts, at))
  await projectSubscription(deps, db, facts)
}

/** Takes in a charge of a renewal that did not go through. The provider tries again by itself. */
export async function takeFailedInvoice(deps: Needs, db: Db, invoice: Invoice, at: Date): Promise<void> {
  const subscription = subscriptionIdOf(invoice)
  if (!subscription || invoice.amount_due < 1) return
  const source = await sourceOf(db, await provider.lockFacts(db, subscription), at)
  const known = await store.lock(db, { providerInvoiceId: invoice.id })
  if (known?.status === 'paid') return
  if (!known) await insertInvoice(deps, db, invoice, { ...source, status: 'failed' })
  const { buyer } = source
  if (buyer && invoice.billing_reason === 'subscription_cycle') {
    await deps.mail.queue(db, renewalFailedMail(deps, buyer, invoice.amount_due))
  }
}

/** Takes in which intent paid an invoice: refunds are told by intent. */
export async function takeInvoicePayment(
  deps: Needs,
  db: Db,
  { invoice, payment }: Stripe.InvoicePayment,
): Promise<void> {
  const [intentId, invoiceId] = [idOf(payment.payment_intent), idOf(invoice)]
  if (!intentId || !invoiceId) return
  await provider.lockInvoice(db, invoiceId)
  const intent = await provider.noteIntent(db, intentId, { invoiceId })
  const known = await store.lock(db, { providerInvoiceId: invoiceId })
  if (!known) return
  await store.change(db, known.id, { providerIntentId: intentId })
  await applyRefund(deps, db, intent)
}

type Source = { subscription: string; buyer: store.Buyer | undefined; at: Date }

async function sourceOf(db: Db, { id, ownerId }: provider.SubscriptionFacts, at: Date): Promise<Source> {
  return { subscription: id, buyer: ownerId === null ? undefined : await store.findBuyer(db, ownerId), at }
}

async function notePaid(deps: Needs, db: Db, invoice: Invoice, source: Source): Promise<void> {
  await provider.lockInvoice(db, invoice.id)
  const known =
    (await store.lock(db, { providerInvoiceId: invoice.id })) ??
    (await insertInvoice(deps, db, invoice, { ...source, status: 'open' }))
  if (known.status === 'paid') return
  const intent = await provider.findIntentOfInvoice(db, invoice.id)
  const { buyer, at: paidAt } = source
  const paid = await store.markPaid(db, known.id, {
    paidAt,
    at: deps.now(),
    amountCents: invoice.amount_paid,
    ...(intent && { providerIntentId: intent.id }),
    ...(buyer && { receiptMailedAt: deps.now() }),
  })
  if (buyer) await deps.mail.queue(db, receiptMail(deps, buyer, paid))
  if (intent) await applyRefund(deps, db, intent)
}

async function insertInvoice(
  { now }: Needs,
  db: Db,
  invoice: Invoice,
  { subscription, buyer, status, at }: Source & { status: 'open' | 'failed' },
): Promise<store.PaymentRow> {
  const { price, name } = periodOf(invoice)
  const plan = await findPlanByPrice(db, price)
  const inserted = await store.insert(db, {
    id: newId(),
    ownerId: buyer?.id ?? null,
    kind: 'subscription',
    planId: plan?.id ?? null,
    planName: plan?.name ?? name,
    amountCents: invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    status,
    statusAt: at,
    isLive: false,
    providerInvoiceId: invoice.id,
    providerSubscriptionId: subscription,
    buyerName: buyer ? `${buyer.firstName} ${buyer.lastName}` : (invoice.customer_name ?? ''),
    buyerEmail: buyer?.email ?? invoice.customer_email ?? '',
    createdAt: dateOf(invoice.created),
    updatedAt: now(),
  })
  return inserted!
}

/** The invoice that decides what is paid until when: this one, a newer one already known (nothing), or what the provider says when they are of the same second. */
async function newestOf(
  deps: Needs,
  facts: provider.SubscriptionFacts,
  invoice: Invoice,
): Promise<Invoice | undefined> {
  const known = facts.invoicedAt
  const created = dateOf(invoice.created)
  if (facts.invoiceId === invoice.id || (known && created < known)) return undefined
  if (!known || created > known) return invoice
  const stripe = await deps.payments.client()
  const paid = await stripe.invoices.list({ subscription: facts.id, status: 'paid', limit: 1 })
  return paid.data[0] as Invoice | undefined
}

/** The line that was bought: the one whose period ends last, credits for what was given up aside. */
function periodOf({ id, lines }: Invoice): { price: string; name: string; start: Date; end: Date } {
  const bought = lines.data.filter(({ amount }) => amount >= 0)
  const last = bought.toSorted((a, b) => b.period.end - a.period.end || b.period.start - a.period.start)[0]
  const price = idOf(last?.pricing?.price_details?.price)
  if (!last || !price) throw new Error(`The invoice ${id} has no line that says what was bought.`)
  return {
    price,
    name: last.description ?? '',
    start: dateOf(last.period.start),
    end: dateOf(last.period.end),
  }
}

function subscriptionIdOf({ parent }: Invoice): string | null {
  return idOf(parent?.subscription_details?.subscription)
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
