import type { Stripe } from 'stripe'
import { grantMonth, runningRecurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { coversMonths, giveBackMonths } from '../refunds/unused-months.ts'
import { monthFrom } from '../months.ts'
import { isOwnId } from '../own-ids.ts'
import * as provider from '../stripe-store.ts'
import { paymentFailedMail, receiptMail } from '../mails.ts'
import { applyRefund } from './refunds.ts'
import { refundPart } from '../refunds/refund-part.ts'
import { holdMonths, releaseMonths } from '../checkout/months-store.ts'
import * as store from '../store.ts'

export type Needs = Pick<Deps, 'config' | 'jobs' | 'log' | 'mail' | 'now' | 'payments' | 'publicUrl'>

/**
 * Takes in what an intent looked like at a moment. Being paid wins over everything and stays; of the rest the newest
 * counts, and two looks from the same second are settled by asking the provider.
 */
export async function takeIntent(deps: Needs, db: Db, look: Stripe.PaymentIntent, at: Date): Promise<void> {
  const payment = await lockPaymentOf(db, look)
  // Other payments of the same account, and those of invoices, are no business of this slice.
  if (!payment || payment.status === 'paid') return
  if (look.status === 'succeeded') return pay(deps, db, payment, look, at)
  if (at < payment.statusAt) return
  const isAmbiguous = +at === +payment.statusAt && payment.providerIntentId !== null
  const intent = isAmbiguous ? await (await deps.payments.client()).paymentIntents.retrieve(look.id) : look
  if (intent.status === 'succeeded') return pay(deps, db, payment, intent, at)
  await note(deps, db, payment, intent, at)
}

async function lockPaymentOf(
  db: Db,
  { id, metadata }: Stripe.PaymentIntent,
): Promise<store.PaymentRow | undefined> {
  const known = await store.lock(db, { providerIntentId: id })
  const named = metadata['payment']
  return known ?? (isOwnId(named) ? store.lock(db, { id: named }) : undefined)
}

async function note(
  deps: Needs,
  db: Db,
  payment: store.PaymentRow,
  intent: Stripe.PaymentIntent,
  at: Date,
): Promise<void> {
  const said = { providerIntentId: intent.id, statusAt: at, updatedAt: deps.now() }
  const isOver = payment.status === 'canceled' || payment.status === 'expired'
  if (isOver) return
  if (intent.status === 'processing') {
    await store.change(db, payment.id, { ...said, status: 'open', isLive: false })
    return
  }
  if (intent.status === 'canceled') {
    await store.change(db, payment.id, { ...said, status: 'canceled', isLive: false })
    await releaseMonths(db, payment.id)
    return
  }
  if (intent.status !== 'requires_payment_method' || !intent.last_payment_error) return
  const wasProcessing = payment.status === 'open' && !payment.isLive
  await store.change(db, payment.id, { ...said, status: 'failed' })
  if (!wasProcessing) return
  await releaseMonths(db, payment.id)
  const buyer = payment.ownerId === null ? undefined : await store.findBuyer(db, payment.ownerId)
  if (buyer) await deps.mail.queue(db, paymentFailedMail(deps, buyer, payment))
}

/** Paid: the months open to their owner in the same transaction, so that they and the payment never part. */
async function pay(
  deps: Needs,
  db: Db,
  payment: store.PaymentRow,
  intent: Stripe.PaymentIntent,
  at: Date,
): Promise<void> {
  const isExact = intent.amount_received === payment.amountCents && intent.currency === 'aud'
  if (!isExact) {
    deps.log.error(
      { payment: payment.id, intent: intent.id },
      'a payment came with another amount than was asked for',
    )
    return
  }
  const buyer = payment.ownerId === null ? undefined : await store.findBuyer(db, payment.ownerId)
  // Whoever learns of a refund at the same time waits here, or finds the payment.
  const known = await provider.noteIntent(db, intent.id, {})
  const paid = await store.markPaid(db, payment.id, {
    paidAt: at,
    at: deps.now(),
    providerIntentId: intent.id,
    buyerName: buyer ? `${buyer.firstName} ${buyer.lastName}` : '',
    buyerEmail: buyer?.email ?? '',
    receiptMailedAt: buyer ? deps.now() : null,
  })
  if (buyer) {
    await grant(deps, db, paid, buyer.id)
    await deps.mail.queue(db, receiptMail(deps, buyer, paid))
    // A plan began to renew while this was being paid.
    const running = await runningRecurring(db, buyer.id, deps.now())
    if (running.some((plan) => coversMonths(plan, deps.now()))) await giveBackMonths(deps, db, buyer.id)
  }
  await applyRefund(deps, db, known)
}

async function grant(deps: Needs, db: Db, payment: store.PaymentRow, ownerId: string): Promise<void> {
  const at = deps.now()
  // Paid on a card form that stayed open past the end of a month: nobody pays for what is over.
  const months = payment.months.filter((month) => monthFrom(month).end > at)
  const ours = await holdMonths(db, ownerId, payment.id, months)
  const granted = await Promise.all(
    ours.map((month) =>
      grantMonth(
        db,
        { ownerId, planId: payment.planId!, paymentId: payment.id, at },
        { ...monthFrom(month), month },
      ),
    ),
  )
  const missing = payment.months.length - granted.filter(Boolean).length
  if (missing === 0) return
  deps.log.error(
    { payment: payment.id, missing },
    'months were paid for that are taken or over: their price is given back',
  )
  const amountCents = Math.round((payment.amountCents * missing) / payment.months.length)
  await deps.jobs.enqueue(db, refundPart, { payment: payment.id, amountCents })
}

/** Takes in how much of an intent was given back, in all. */
export async function takeRefund(
  deps: Needs,
  db: Db,
  intentId: string,
  refundedCents: number,
): Promise<void> {
  await applyRefund(deps, db, await provider.noteIntent(db, intentId, { refundedCents }))
}
