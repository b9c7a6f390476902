import { formatCents } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { audit } from '#platform/security/audit-log.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { describeBuyer } from '../alerts/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { defineLastingJob } from '../jobs/lasting-job.ts'
import { retryInOutage } from '../jobs/retry-in-outage.ts'
import * as store from '../store.ts'
import { createOnce, isCallRefused, isChargeDisputed, reasonOf } from '../stripe.ts'
import { findRefusal } from './limits.ts'
import { hasRequest, removeRequest } from './requests-store.ts'
import { requestKeyOf } from './unconfirmed.ts'

const requested = z.strictObject({
  payment: z.uuid(),
  /** The administrator who requested it. */
  actor: z.uuid(),
  /** How much had been refunded before. */
  refundedCents: z.int(),
  amountCents: z.int(),
  key: z.string(),
})
type Requested = z.output<typeof requested>

/**
 * Makes a requested refund if it hasn't been made yet: the response may have been lost, or our process may have stopped
 * before the call. If it can't be made any more, we log that and alert administrators.
 */
export const finishRefund: Job<typeof requested> = defineLastingJob(
  'payments.finishRefund',
  requested,
  async (deps, refund) => {
    const payment = await store.findById(deps.db, refund.payment)
    if (!payment?.providerIntentId || !(await hasRequest(deps.db, refund.key))) return
    const { providerIntentId } = payment
    const finish = () => finishOnce(deps, { ...payment, providerIntentId }, refund)
    await retryInOutage(deps, finish, { job: finishRefund, data: refund })
  },
  ({ payment, amountCents }) => ({
    payment,
    what: `make the requested refund of ${formatCents(amountCents)}`,
    instead: 'In Stripe’s Dashboard, check whether it was made.',
  }),
  { retryDelaySeconds: 5 },
)

async function finishOnce(
  deps: PaymentDeps,
  payment: store.PaymentRow & { providerIntentId: string },
  refund: Requested,
): Promise<void> {
  const stripe = await deps.payments.client()
  const { data } = await stripe.refunds.list({ payment_intent: payment.providerIntentId, limit: 100 })
  if (data.some((made) => requestKeyOf(made) === refund.key)) return
  const refundedCents = data
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0)
  // Another refund may be the same one, made in Stripe's Dashboard because ours didn't show.
  const isStillWanted =
    refundedCents <= refund.refundedCents && (await findRefusal(deps, payment, refund)) === undefined
  const reason = isStillWanted ? await create(stripe, payment.providerIntentId, refund) : overtaken
  if (reason !== undefined) await giveUp(deps, payment, refund, reason)
}

/** Refunds a payment at Stripe. A double click is one refund. */
export function createRefund(
  stripe: Stripe,
  payment_intent: string,
  { amountCents: amount, key }: Pick<Requested, 'amountCents' | 'key'>,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Refund> {
  return createOnce<Stripe.Refund>(
    key,
    (own) =>
      stripe.refunds.create(
        { payment_intent, amount, reason: 'requested_by_customer', metadata: { request: key } },
        { ...options, ...own },
      ),
    () => findMade(stripe, payment_intent, key),
  )
}

/** The refund that was made for a request. */
export async function findMade(
  stripe: Stripe,
  payment_intent: string,
  key: string,
): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent, limit: 100 })
  return data.find((made) => requestKeyOf(made) === key)
}

const overtaken = 'the payment was refunded or disputed in the meantime'

/** @returns why it wasn't made; undefined if it was. */
async function create(stripe: Stripe, intent: string, refund: Requested): Promise<string | undefined> {
  try {
    // The client would repeat it seconds after we looked. The job does, and looks again.
    await createRefund(stripe, intent, refund, { maxNetworkRetries: 0 })
    return undefined
  } catch (error) {
    if (!isCallRefused(error)) throw error
    return isChargeDisputed(error) ? overtaken : `Stripe refused it: ${reasonOf(error)}`
  }
}

function giveUp(
  deps: PaymentDeps,
  payment: store.PaymentRow,
  refund: Requested,
  reason: string,
): Promise<void> {
  const { payment: id, actor: actorId, amountCents, key } = refund
  return inTransaction(deps.db, async (db) => {
    if (!(await removeRequest(db, key))) return
    const entry = { at: deps.now(), actorId, subjectId: id, details: { amountCents } }
    await audit(db, { ...entry, action: 'payments.refundRefused' })
    await raiseAlert(deps, db, {
      kind: 'refundNotMade',
      subject: key,
      intent: payment.providerIntentId!,
      message: `${describeBuyer(payment)}: we didn’t make the requested refund of ${formatCents(amountCents)}, because ${reason}. Check what was refunded before you try again.`,
    })
  })
}
