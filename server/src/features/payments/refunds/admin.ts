import { type DeskPayment, paymentRefusals, type refundBody } from '@docketbox/contract'
import type { z } from 'zod'
import { findUserByEmail } from '#features/auth'
import { type ListPage, wholeList } from '#platform/database/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import { presentPayment } from '../invoices/history.ts'
import * as store from '../store.ts'
import { callStripe, isOwnId, typeOf } from '../stripe.ts'

const MAX_RESULTS = 100

/** Finds payments by the user's full email address, or one payment by its ID. */
export async function findPayments(
  { db }: Pick<PaymentDeps, 'db'>,
  search: string,
): Promise<ListPage<DeskPayment>> {
  const user = search.includes('@') ? await findUserByEmail(db, search) : undefined
  const rows = user
    ? (await store.listOwned(db, user.id, { page: 1, limit: MAX_RESULTS })).rows
    : await store.listById(db, isOwnId(search) ? { id: search } : { providerId: search })
  return wholeList(rows.map(presentToAdmin))
}

function presentToAdmin(row: store.PaymentRow): DeskPayment {
  const { buyerName, buyerEmail } = row
  return { ...presentPayment(row), buyerName, buyerEmail, refundableCents: refundableOf(row) }
}

function refundableOf({ status, providerIntentId, amountCents, refundedCents }: store.PaymentRow): number {
  return status === 'paid' && providerIntentId !== null ? amountCents - refundedCents : 0
}

/**
 * Refunds a payment at Stripe, whose event then updates the payment and, after a full refund, ends the access. The
 * audit log is written first: no refund may exist without someone who answers for it.
 * @throws Refusal `payments.notRefundable` or `payments.refundOutdated`.
 */
export async function refundPayment(
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  actor: Actor,
  id: string,
  { amountCents, refundableCents, reason }: z.infer<typeof refundBody>,
): Promise<{ message: string }> {
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  const leftCents = refundableOf(payment)
  if (leftCents > 0 && (refundableCents ?? leftCents) !== leftCents)
    throw new Refusal(paymentRefusals.refundOutdated)
  const amount = amountCents ?? leftCents
  if (amount < 1 || amount > leftCents) throw new Refusal(paymentRefusals.notRefundable)
  const log = (action: AuditEntry['action'], details: Record<string, string | number>) =>
    inTransaction(deps.db, (db) =>
      audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: id, details }),
    )

  await log('payments.refund', { amountCents: amount, reason })
  try {
    await callStripe(deps, (stripe) =>
      stripe.refunds.create(
        { payment_intent: payment.providerIntentId!, amount, reason: 'requested_by_customer' },
        // A double click is one refund; the next one starts from another total.
        { idempotencyKey: `refund-${id}-${payment.refundedCents}-${amount}` },
      ),
    )
  } catch (error) {
    await log('payments.refundRefused', { amountCents: amount })
    // Refunded in Stripe's dashboard a moment ago: its event hasn't arrived yet.
    if (typeOf(error) !== 'StripeInvalidRequestError') throw error
    throw new Refusal(paymentRefusals.notRefundable)
  }
  return { message: 'Refund requested.' }
}
