import type { PaymentSums } from '@docketbox/contract/payments/admin-endpoints'
import { formatCents } from '@docketbox/contract/core/money'

type SumsProps = { sums: PaymentSums | null; hasState: boolean }

/**
 * What the listed payments add up to.
 * @param hasState whether only payments of one status are listed.
 */
export function Sums({ sums, hasState }: SumsProps) {
  if (!sums)
    return (
      <p className="text-sm text-soft" aria-live="polite">
        More than 1,000 payments match. Narrow your search to see totals.
      </p>
    )
  const { payments, receivedCents, refundedCents, disputedCents, gstCents, creditReturnedCents } = sums
  const figures = [
    [hasState ? 'Payments' : 'Payments, including failed', payments.toLocaleString('en-AU')],
    ['Received', formatCents(receivedCents)],
    ['Refunded', formatCents(refundedCents)],
    ...(disputedCents !== 0 ? [['Disputed', formatCents(disputedCents)]] : []),
    ['Net', formatCents(receivedCents - refundedCents - disputedCents)],
    ['GST included', formatCents(gstCents)],
    ...(creditReturnedCents > 0 ? [['Refunded as credit', formatCents(creditReturnedCents)]] : []),
  ]
  return (
    <section className="grid gap-2">
      <dl
        aria-label="Totals"
        className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-sheet px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-12"
      >
        {figures.map(([label, figure]) => (
          <div key={label} className="grid content-start">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="figures font-heading text-lg font-bold sm:text-xl">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-soft">
        Refunds and disputes count on the day they happened, here and in the export.
        {creditReturnedCents > 0 && ' What was refunded as credit counts on the day of its payment.'}
      </p>
    </section>
  )
}
