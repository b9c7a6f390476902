import { paths } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { describeBuyer } from '../alerts/store.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { nameOf, returnedMail } from './mails.ts'
import { wasDisputed } from './store.ts'

/**
 * An amount in the currency it arrived in, such as `$3.50 AUD` or `¥350 JPY`.
 * @param units of the currency's smallest unit, such as cents.
 */
export function amountOf(units: number, currency: string): string {
  const format = new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return `${format.format(units / 10 ** maximumFractionDigits)} ${currency.toUpperCase()}`
}

/** Sent when a payment arrives that doesn't match its order: before it's refunded, which Stripe may refuse for a while. */
export function wrongAmountMail(
  { config, publicUrl }: MailDeps,
  buyer: store.Buyer,
  payment: store.PaymentRow,
  arrived: string,
): Mail {
  return {
    to: buyer.email,
    subject: `We owe you a refund from ${config.PRODUCT_NAME}`,
    heading: 'Your payment didn’t match your order',
    paragraphs: [
      `Hi ${buyer.firstName}, we received ${arrived} for ${nameOf(payment)}, but that doesn’t match your order. We’ll refund all of it. Once we have, it usually reaches the card or account you paid with within 10 days.`,
      'Your months haven’t been added. You can choose them again.',
    ],
    button: { label: 'Choose your months', url: publicUrl + paths.chooseMonths },
    reason: `You’re receiving this because you paid for a ${config.PRODUCT_NAME} plan.`,
  }
}

/**
 * Follows the refund of a payment that never counted as paid: if it fails, administrators and the customer hear of
 * it, because we still owe it.
 */
export async function handleUnpaidRefund(
  deps: PaymentDeps,
  db: Db,
  intentId: string,
  { id, amount, currency, status, failure_reason }: Stripe.Refund,
): Promise<void> {
  const payment = await store.findByIntent(db, intentId)
  if (!payment || payment.status === 'paid') return
  const hasFailed = status === 'failed' || status === 'canceled'
  const refundState = hasFailed ? 'failed' : status === 'succeeded' ? null : 'pending'
  await store.update(db, payment.id, { refundState, updatedAt: deps.now() })
  if (!hasFailed || wasDisputed(failure_reason)) return
  await raiseAlert(deps, db, {
    kind: 'refundFailed',
    subject: id,
    intent: intentId,
    message: `${describeBuyer(payment)}, payment ${intentId}: our refund of ${amountOf(amount, currency)} didn’t arrive. The payment gave them no access. Pay them another way.`,
  })
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (!buyer) return
  const refunded = `the ${amountOf(amount, currency)} we received for ${nameOf(payment)}`
  await deps.mail.queue(
    db,
    returnedMail(deps, buyer, refunded, ['We’ll be in touch to arrange another way to pay you.']),
  )
}
