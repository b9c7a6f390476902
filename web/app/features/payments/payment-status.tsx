import { formatCents } from '@docketbox/contract/core/money'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentStatusLabel } from '@docketbox/contract/payments/texts'
import { planDate } from '#platform/format/plan-dates.ts'
import { Badge, type Tone } from '#ui/data/stamp.tsx'

const tones: ReadonlyMap<string, Tone> = new Map([
  ['paid', 'leaf'],
  ['open', 'wattle'],
  ['failed', 'clay'],
])

export function PaymentStatus(payment: Payment) {
  const { tone, label, notes = [] } = statusOf(payment)
  const badge = <Badge tone={tone}>{label}</Badge>
  if (notes.length === 0) return badge
  return (
    <span className="inline-grid gap-1 justify-items-end sm:justify-items-start">
      {badge}
      {notes.map((note) => (
        <span key={note} className="text-xs whitespace-nowrap text-soft">
          {note}
        </span>
      ))}
    </span>
  )
}

type Status = { tone: Tone; label: string; notes?: string[] }

function statusOf({ status, amount, isWrongAmount, adjustmentNotes, ...payment }: Payment): Status {
  const { refundState, refundedCents, disputeState, creditCents, creditReturnedCents, creditTakenCents } =
    payment
  const returnedCents = refundedCents + creditReturnedCents
  const asCredit = creditReturnedCents > 0 ? [`${formatCents(creditReturnedCents)} as credit`] : []
  const refunded = refundedCents > 0 ? [`${formatCents(refundedCents)} refunded`] : []
  const taken = creditTakenCents > 0 ? [`${formatCents(creditTakenCents)} credit taken back`] : []
  const returned = [...refunded, ...asCredit, ...taken]
  if (disputeState === 'open')
    return { tone: 'clay', label: 'Disputed', notes: ['Waiting for the bank', ...returned] }
  if (disputeState === 'lost')
    return { tone: 'plain', label: 'Disputed', notes: ['Refunded by the bank', ...returned] }
  if (isWrongAmount) {
    // As the server filters them: they're never counted as paid.
    const label = paymentStatusLabel(status)
    if (refundState === 'failed') return { tone: 'clay', label, notes: ['Wrong amount: refund failed'] }
    if (refundState === 'pending') return { tone: 'wattle', label, notes: ['Wrong amount: refund pending'] }
    // Not requested yet, or done: we aren't told which.
    return { tone: 'plain', label, notes: ['Wrong amount: full refund'] }
  }
  if (refundState === 'pending') {
    const refunds = adjustmentNotes.filter(({ isCredit, amountCents }) => !isCredit && amountCents > 0)
    // Earlier ones may have arrived.
    const where = refunds.length > 1 ? 'refunded or on its way' : 'on its way'
    const notes = [`${formatCents(refundedCents)} ${where}`, ...asCredit, ...taken]
    return { tone: 'wattle', label: 'Refund pending', notes }
  }
  if (refundState === 'failed') {
    const notes = returned.length > 0 ? returned : ['It didn’t arrive']
    return { tone: 'clay', label: 'Refund failed', notes }
  }
  if (returnedCents === 0) return { tone: tones.get(status) ?? 'plain', label: paymentStatusLabel(status) }
  // As the server filters them: of the whole price, credit included.
  if (returnedCents >= amount + creditCents + creditReturnedCents)
    return { tone: 'plain', label: 'Refunded', notes: [...asCredit, ...taken] }
  return { tone: 'leaf', label: 'Partly refunded', notes: returned }
}

/** What a payment paid for, and its ID. Its tax invoice says how unused time was worked out. */
export function PaymentName({ payment_id, planName, months, ...payment }: Payment) {
  const { promotionCode, discountCents, unusedTime, alreadyRefundedCents } = payment
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
      {unusedTime.length > 0 && alreadyRefundedCents > 0 && (
        <span className="block text-xs text-soft">Already refunded: {formatCents(alreadyRefundedCents)}</span>
      )}
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
