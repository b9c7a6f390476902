import { formatCents } from '@docketbox/contract/core/money'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentStatusLabel } from '@docketbox/contract/payments/texts'
import { planDate } from '#platform/format/plan-dates.ts'
import { Badge, type Tone } from '#ui/data/stamp.tsx'

const tones: Record<string, Tone> = { paid: 'leaf', open: 'wattle', failed: 'clay' }

/** A payment's status, and how much of it went back. */
export function PaymentStatus(payment: Payment) {
  const { tone, label, note } = statusOf(payment)
  const badge = <Badge tone={tone}>{label}</Badge>
  if (note === undefined) return badge
  return (
    <span className="inline-grid gap-1 justify-items-end sm:justify-items-start">
      {badge}
      <span className="text-xs whitespace-nowrap text-soft">{note}</span>
    </span>
  )
}

function statusOf({ status, amount, isWrongAmount, ...payment }: Payment): {
  tone: Tone
  label: string
  note?: string
} {
  const { refundState, disputeState, creditCents, creditReturnedCents } = payment
  const refundedCents = payment.refundedCents + creditReturnedCents
  const asCredit = creditReturnedCents > 0 && `${formatCents(creditReturnedCents)} as credit`
  if (disputeState === 'open') return { tone: 'clay', label: 'Disputed', note: 'Waiting for the bank' }
  if (disputeState === 'lost') return { tone: 'plain', label: 'Disputed', note: 'Refunded by the bank' }
  if (isWrongAmount)
    return refundState === 'failed'
      ? { tone: 'clay', label: 'Refund failed', note: 'Wrong amount' }
      : { tone: 'plain', label: paymentStatusLabel(status), note: 'Wrong amount, refunded' }
  const refunded = `${formatCents(refundedCents)} refunded`
  if (refundState === 'pending')
    return { tone: 'wattle', label: 'Refund pending', note: `${formatCents(refundedCents)} on its way` }
  if (refundState === 'failed')
    return {
      tone: 'clay',
      label: 'Refund failed',
      note: refundedCents > 0 ? refunded : 'The bank sent it back',
    }
  if (refundedCents === 0) return { tone: tones[status] ?? 'plain', label: paymentStatusLabel(status) }
  // As the server filters them: of the whole price, credit included.
  if (refundedCents >= amount + creditCents + creditReturnedCents)
    return { tone: 'plain', label: 'Refunded', ...(asCredit && { note: asCredit }) }
  return { tone: 'leaf', label: 'Partly refunded', note: refunded }
}

/** What a payment paid for, and its ID. Its tax invoice says how unused time was worked out. */
export function PaymentName({ payment_id, planName, months, ...payment }: Payment) {
  const { promotionCode, discountCents, unusedTime } = payment
  return (
    <>
      <span className="block font-medium">{[planName, ...months].join(' · ')}</span>
      <span className="font-mono text-xs tracking-tight text-soft">{payment_id}</span>
      {promotionCode && (
        <span className="block text-xs text-soft">
          {promotionCode}: {formatCents(discountCents)} off
        </span>
      )}
      {unusedTime.map(({ from, name, cents }) => (
        <span key={from} className="block text-xs text-soft">
          {name}: {formatCents(-cents)}
        </span>
      ))}
    </>
  )
}

/** The day of a payment in Sydney, the same as on its tax invoice. */
export function PaymentDate({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {planDate(at)}
    </time>
  )
}
