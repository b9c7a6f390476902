import { type DeskPayment, paymentRefusals, type refundBody } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { type ListPage, wholeList } from '#platform/database/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { z } from 'zod'
import { present } from '../invoices/history.ts'
import { isOwnId } from '../own-ids.ts'
import { atProvider } from '../checkout/stripe-intent.ts'
import * as store from '../store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const MOST_FOUND = 100

/** The payments of the person with this e-mail, or the payment with this ID. */
export async function findPayments({ db }: Pick<Deps, 'db'>, wanted: string): Promise<ListPage<DeskPayment>> {
  const rows = wanted.includes('@')
    ? await store.listOfBuyer(db, wanted, MOST_FOUND)
    : await store.listById(db, isOwnId(wanted) ? { id: wanted } : { providerId: wanted })
  return wholeList(rows.map(presentToDesk))
}

function presentToDesk(row: store.PaymentRow): DeskPayment {
  const { buyerName, buyerEmail } = row
  return { ...present(row), buyerName, buyerEmail, refundableCents: refundableOf(row) }
}

function refundableOf({ status, providerIntentId, amountCents, refundedCents }: store.PaymentRow): number {
  return status === 'paid' && providerIntentId !== null ? amountCents - refundedCents : 0
}

/**
 * Gives a payment back through the provider. Its event then says so in the history, and ends the access if the whole was
 * given back. It is noted first: a refund that nobody answers for must not exist.
 */
export async function refundPayment(
  deps: Pick<Deps, 'db' | 'now' | 'payments'>,
  actor: Actor,
  id: string,
  { amountCents, refundableCents, reason }: z.infer<typeof refundBody>,
): Promise<{ message: string }> {
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  const leftCents = refundableOf(payment)
  if (leftCents > 0 && (refundableCents ?? leftCents) !== leftCents)
    throw new Refusal(paymentRefusals.refundOutdated)
  const backCents = amountCents ?? leftCents
  if (backCents < 1 || backCents > leftCents) throw new Refusal(paymentRefusals.notRefundable)
  const note = (action: AuditEntry['action'], details: Record<string, string | number>) =>
    inTransaction(deps.db, (db) =>
      audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: id, details }),
    )

  await note('payments.refund', { amountCents: backCents, reason })
  try {
    await atProvider(deps, (stripe) =>
      stripe.refunds.create(
        { payment_intent: payment.providerIntentId!, amount: backCents, reason: 'requested_by_customer' },
        // Pressed twice it is one refund; the next one begins from another sum.
        { idempotencyKey: `refund-${id}-${payment.refundedCents}-${backCents}` },
      ),
    )
  } catch (thrown) {
    await note('payments.refundRefused', { amountCents: backCents })
    // Given back at the provider's own desk a moment ago: our history does not know yet.
    if ((thrown as { type?: unknown }).type !== 'StripeInvalidRequestError') throw thrown
    throw new Refusal(paymentRefusals.notRefundable)
  }
  return { message: 'The payment is being given back.' }
}
