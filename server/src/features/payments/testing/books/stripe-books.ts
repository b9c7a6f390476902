import type { Stripe } from 'stripe'
import { idOf } from '../../stripe.ts'

export type Movement = {
  customer: string
  chargedCents: number
  refundedCents: number
  disputedCents: number
}

const undecided = ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review']

/** The money that moved, by every event that Stripe sent, even if it never arrived. */
export function stripeBooks() {
  const charges = new Map<string, Stripe.Charge>()
  const refunds = new Map<string, Stripe.Refund>()
  const disputes = new Map<string, Stripe.Dispute>()

  const record = ({ type, data: { object } }: Stripe.Event): void => {
    if (type === 'charge.succeeded') charges.set((object as Stripe.Charge).id, object as Stripe.Charge)
    if (type.startsWith('refund.')) refunds.set((object as Stripe.Refund).id, object as Stripe.Refund)
    if (type.startsWith('charge.dispute.'))
      disputes.set((object as Stripe.Dispute).id, object as Stripe.Dispute)
  }

  /** By payment intent. */
  const movements = (): Map<string, Movement> => {
    const refunded = sumByCharge([...refunds.values()].filter(({ status }) => status !== 'failed'))
    const disputed = sumByCharge([...disputes.values()].filter(isWithdrawn))
    return new Map(
      [...charges.values()].map(({ id, amount, customer, payment_intent }) => [
        idOf(payment_intent)!,
        {
          customer: idOf(customer) ?? '',
          chargedCents: amount,
          refundedCents: refunded.get(id) ?? 0,
          disputedCents: disputed.get(id) ?? 0,
        },
      ]),
    )
  }
  const withStatus = (statuses: readonly string[]) =>
    [...disputes.values()].filter(({ status }) => statuses.includes(status)).map(({ id }) => id)
  const failedPayouts = () =>
    [...refunds.values()].filter(({ status, metadata }) => status === 'failed' && metadata?.['creditRefund'])
  const otherReasons = ['request', 'creditRefund', 'inDashboard']
  const returnedOtherwise = () => [
    ...disputes.values(),
    ...[...refunds.values()].filter(
      ({ status, metadata }) => status === 'failed' || otherReasons.some((reason) => metadata?.[reason]),
    ),
  ]
  return {
    record,
    /** How many refunds of credit the bank returned. */
    countFailedPayouts: () => failedPayouts().length,
    movements,
    /** The intents that were disputed, refunded for another reason than unused time, or whose refund came back. */
    returnedOtherwise: () => new Set(returnedOtherwise().map(({ payment_intent }) => idOf(payment_intent)!)),
    openDisputes: () => withStatus(undecided),
    lostDisputes: () => withStatus(['lost']),
    appeals: () => withStatus(['appeal_under_review']),
    /** @param seconds since 1970. */
    chargesSince: (seconds: number) => [...charges.values()].filter(({ created }) => created >= seconds),
  }
}

/** Whether a dispute has taken the charge back, for now or for good. */
function isWithdrawn({ balance_transactions: moved }: Stripe.Dispute): boolean {
  return moved.reduce((sum, { amount }) => sum + amount, 0) < 0
}

function sumByCharge(
  rows: readonly { charge: string | Stripe.Charge | null; amount: number }[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { charge, amount } of rows) {
    const id = idOf(charge)!
    sums.set(id, (sums.get(id) ?? 0) + amount)
  }
  return sums
}
