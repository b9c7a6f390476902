import { formatCents } from '@docketbox/contract/core/money'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentStatusLabel } from '@docketbox/contract/payments/texts'
import { planDate } from '#platform/format/plan-dates.ts'
import { Badge, type Tone } from '#ui/data/stamp.tsx'

const tones: Record<string, Tone> = { paid: 'leaf', open: 'wattle', failed: 'clay' }

/** A payment's status, and how much of it was refunded. */
export function PaymentStatus({ status, amount, refundedCents }: Payment) {
  if (refundedCents === 0) return <Badge tone={tones[status] ?? 'plain'}>{paymentStatusLabel(status)}</Badge>
  if (refundedCents >= amount) return <Badge tone="plain">Refunded</Badge>
  return (
    <span className="inline-grid gap-1 justify-items-end sm:justify-items-start">
      <Badge tone="leaf">Partly refunded</Badge>
      <span className="text-xs whitespace-nowrap text-soft">{formatCents(refundedCents)} refunded</span>
    </span>
  )
}

/** A payment's ID, and what it paid for. */
export function PaymentName({ payment_id, planName, months }: Payment) {
  return (
    <>
      <span className="block font-mono text-xs break-all">{payment_id}</span>
      <span className="text-xs text-soft">{[planName, ...months].join(' · ')}</span>
    </>
  )
}

/** The day of a payment in Sydney, the same as on its tax invoice. */
export function PaymentDate({ createdAt }: Pick<Payment, 'createdAt'>) {
  return (
    <time dateTime={createdAt} className="whitespace-nowrap">
      {planDate(createdAt)}
    </time>
  )
}
