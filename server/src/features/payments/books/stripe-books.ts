import type { Stripe } from 'stripe'
import { idOf } from '../stripe.ts'

export type Movement = {
  customer: string
  chargedCents: number
  refundedCents: number
  disputedCents: number
}

/** What really moved, from every event that Stripe ever sent, whether or not it arrived. */
export function stripeBooks() {
  const charges = new Map<string, Stripe.Charge>()
  const refunds = new Map<string, Stripe.Refund>()
  const disputes = new Map<string, Stripe.Dispute>()

  const note = ({ type, data }: Stripe.Event): void => {
    const object = structuredClone(data.object) as { id: string }
    if (type === 'charge.succeeded') charges.set(object.id, object as Stripe.Charge)
    if (type.startsWith('refund.')) refunds.set(object.id, object as Stripe.Refund)
    if (type.startsWith('charge.dispute.')) disputes.set(object.id, object as Stripe.Dispute)
  }

  /** By payment intent. */
  const movements = (): Map<string, Movement> =>
    new Map(
      [...charges.values()].map((charge) => {
        const of = (row: { charge: string | Stripe.Charge | null }) => idOf(row.charge) === charge.id
        const movement = {
          customer: idOf(charge.customer) ?? '',
          chargedCents: charge.amount,
          refundedCents: sumOf([...refunds.values()].filter((row) => of(row) && row.status !== 'failed')),
          disputedCents: sumOf([...disputes.values()].filter((row) => of(row) && isTaken(row))),
        }
        return [idOf(charge.payment_intent)!, movement]
      }),
    )
  return { note, movements }
}

function isTaken({ status }: Stripe.Dispute): boolean {
  return ['needs_response', 'under_review', 'lost'].includes(status)
}

function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
