import { DAY_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { RENEWAL_GRACE_DAYS } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { PaymentDeps } from '../deps.ts'
import { cancelledPlanEndedMail, confirmRenewalMail, renewalFailedMail } from '../mails.ts'
import { type Attempt, findAttempt } from '../plans/changes/change-attempt.ts'
import { voidUnpaid } from '../plans/ending/cancel-renewals.ts'
import * as store from '../store.ts'
import { dateOf } from '../stripe.ts'
import { lockSubscription } from '../stripe-store.ts'
import type { Changes } from './handle-event.ts'
import { insertInvoice, type Invoice, isInDollars, subscriptionOf } from './invoices.ts'
import { attemptedMethod } from './payment-methods.ts'

/** Handles an invoice that couldn't be charged. Stripe retries renewals; when it ends the plan, that has its own mail. */
export async function handleInvoiceFailed(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  at: Date,
): Promise<Changes> {
  const unpaid = await saveUnpaidInvoice(deps, db, invoice, at)
  if (unpaid?.status !== 'failed' || !unpaid.buyer || !isRenewal(invoice)) return {}
  const { amount_due: amountCents, next_payment_attempt: next } = invoice
  const { cancelsAtPeriodEnd, periodEnd } = await lockSubscription(db, subscriptionOf(invoice)!)
  const isLockedOut = await store.isLockedOut(db, unpaid.buyer.id)
  // We end such a plan then, before Stripe tries again.
  const isEnding = cancelsAtPeriodEnd || isLockedOut
  if ((!isEnding || next === null) && (await hasEnded(deps, subscriptionOf(invoice)!))) return {}
  const mail = isEnding
    ? cancelledPlanEndedMail(deps, unpaid.buyer, { amountCents, isLockedOut })
    : await retryMail(deps, unpaid.buyer, invoice, periodEnd)
  if (mail) await deps.mail.queue(db, mail)
  return {}
}

/**
 * The mail about a failed attempt; undefined if we hear of it so late that there has been another.
 * @param paidUntil the end of what's paid.
 */
async function retryMail(
  deps: PaymentDeps,
  buyer: store.Buyer,
  invoice: Invoice,
  paidUntil: Date | null,
): Promise<Mail | undefined> {
  const { amount_due: amountCents, attempt_count } = invoice
  const stripe = await deps.payments.client()
  const latest = await stripe.invoices.retrieve(invoice.id)
  if (latest.status !== 'open' || latest.attempt_count > attempt_count) return undefined
  const next = latest.next_payment_attempt
  const retryAt = next === null ? null : dateOf(next)
  const isClosed = paidUntil !== null && +paidUntil + RENEWAL_GRACE_DAYS * DAY_MS <= +deps.now()
  return renewalFailedMail(deps, buyer, { amountCents, retryAt, isClosed })
}

/** Handles an invoice that waits for the customer's bank: at a renewal the customer isn't there to be asked. */
export async function handleActionRequired(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  at: Date,
): Promise<Changes> {
  const unpaid = await saveUnpaidInvoice(deps, db, invoice, at)
  const url = invoice.hosted_invoice_url
  if (unpaid?.status !== 'open' || !unpaid.buyer || !isRenewal(invoice) || !url) return {}
  // They can't use what they'd pay for.
  if (await store.isLockedOut(db, unpaid.buyer.id)) return {}
  await deps.mail.queue(db, confirmRenewalMail(deps, unpaid.buyer, { amountCents: invoice.amount_due, url }))
  return {}
}

/** Handles an invoice that will never be paid. */
export async function handleInvoiceVoided(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  at: Date,
): Promise<Changes> {
  await saveUnpaidInvoice(deps, db, invoice, at)
  return {}
}

function isRenewal({ billing_reason: reason }: Stripe.Invoice): boolean {
  return reason === 'subscription_cycle'
}

async function hasEnded({ payments }: PaymentDeps, subscriptionId: string): Promise<boolean> {
  const stripe = await payments.client()
  return (await stripe.subscriptions.retrieve(subscriptionId)).ended_at !== null
}

type Unpaid = {
  status: 'open' | 'failed' | 'canceled'
  buyer: store.Buyer | undefined
  payment: store.PaymentRow
}

/** Saves an invoice's status. We ask Stripe, because its events arrive in any order. Paid is final. */
export async function saveUnpaidInvoice(
  deps: PaymentDeps,
  db: Db,
  invoice: Invoice,
  at: Date,
): Promise<Unpaid | undefined> {
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId || invoice.amount_due < 1 || !isInDollars(invoice)) return undefined
  const { ownerId, endedAt } = await lockSubscription(db, subscriptionId)
  const buyer = await store.findBuyer(db, ownerId)
  const payment = await store.lock(db, { providerInvoiceId: invoice.id })
  if (payment?.status === 'paid') return undefined
  const stripe = await deps.payments.client()
  const attempt = await findAttempt(stripe, invoice.id)
  const status = statusOf(attempt)
  const saved = payment ?? (await insertInvoice(deps, db, invoice, buyer, { status, statusAt: at }))
  if (saved.status !== status)
    await store.update(db, saved.id, { status, statusAt: at, updatedAt: deps.now() })
  const method = attempt && attemptedMethod(attempt.intent)
  if (method && method !== saved.method) await store.update(db, saved.id, { method })
  // The plan ended while the debit was pending.
  if (status === 'failed' && endedAt !== null)
    await deps.jobs.enqueue(
      db,
      voidUnpaid,
      { subscription: subscriptionId },
      { singletonKey: subscriptionId },
    )
  return { status, buyer, payment: saved }
}

const waiting: Stripe.PaymentIntent.Status[] = ['requires_action', 'processing', 'succeeded']

function statusOf(attempt: Attempt | undefined): Unpaid['status'] {
  if (!attempt) return 'failed'
  const { status, last_payment_error: error } = attempt.intent
  if (waiting.includes(status)) return 'open'
  // Voided without an attempt that failed: given up at the bank's check.
  return status === 'canceled' && error === null ? 'canceled' : 'failed'
}
