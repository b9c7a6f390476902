import { type Payment, paymentStatusLabel } from '@docketbox/contract/payments'
import { dollars } from '#platform/money'
import { Badge, type Tone } from '#ui/stamp'

const tones: Record<string, Tone> = { paid: 'leaf', open: 'wattle', failed: 'clay' }

/** What became of a payment, and how much of it was given back. */
export function PaymentStatus({ status, refundedCents }: Pick<Payment, 'status' | 'refundedCents'>) {
  return (
    <>
      <Badge tone={tones[status] ?? 'plain'}>{paymentStatusLabel(status)}</Badge>
      {refundedCents > 0 && (
        <span className="mt-1 block text-xs whitespace-nowrap text-soft">
          {dollars(refundedCents)} given back
        </span>
      )}
    </>
  )
}

/** Its ID, and below it what was bought. */
export function PaymentName({ payment_id, planName, months }: Payment) {
  return (
    <>
      <span className="block font-mono text-xs break-all">{payment_id}</span>
      <span className="text-xs text-soft">{[planName, ...months].join(' · ')}</span>
    </>
  )
}
