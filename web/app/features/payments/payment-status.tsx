import { type Payment, paymentStatusLabel } from '@docketbox/contract/payments/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import { Badge, type Tone } from '#ui/data/stamp.tsx'

const tones: Record<string, Tone> = { paid: 'leaf', open: 'wattle', failed: 'clay' }

/** What became of a payment, and how much of it was given back. */
export function PaymentStatus({ status, refundedCents }: Pick<Payment, 'status' | 'refundedCents'>) {
  return (
    <span className="inline-grid gap-1 justify-items-end sm:justify-items-start">
      <Badge tone={tones[status] ?? 'plain'}>{paymentStatusLabel(status)}</Badge>
      {refundedCents > 0 && (
        <span className="text-xs whitespace-nowrap text-soft">{formatCents(refundedCents)} given back</span>
      )}
    </span>
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
