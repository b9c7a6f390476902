import { formatCents } from '@docketbox/contract/core/money'
import type { PaymentMonth } from '@docketbox/contract/payments/admin-endpoints'
import type { SubscriptionFigures, SubscriptionSet } from '@docketbox/contract/subscriptions/figure-endpoints'
import { nameOfMonth } from '#platform/format/months.ts'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { FigureLink } from './figure-link.tsx'
import { paymentsOfMonth, subscriptionsIn } from './links.ts'

type SubscriptionMonth = SubscriptionFigures['months'][number]
type MonthRow = PaymentMonth & Partial<SubscriptionMonth> & { _id: string }

const definitions = [
  [
    'Revenue',
    'Payments received in the month, less that month’s refunds and disputes. Money returned to us counts in the month we got it back.',
  ],
  ['GST', 'One eleventh of each payment, to the nearest cent, less that of refunds and disputes.'],
  ['Failed', 'Payments started in the month that failed and still haven’t been paid.'],
  ['Disputed', 'Payments from the month that customers have disputed with their bank, unless we’ve won.'],
  [
    'Churn',
    'How many of the subscriptions active at the start of the month ended during it. If a renewal isn’t paid, the subscription ends with its paid period.',
  ],
  ['Trial conversion', 'How many of the trials that ended in the month led to a paid plan.'],
]

const columns: Column<MonthRow>[] = [
  column('Month', ({ month }) => nameOfMonth(month, 'long'), 'whitespace-nowrap'),
  figureColumn('Revenue', ({ month, receivedCents, refundedCents, disputedCents }) => (
    <FigureLink
      // What came in and what went back may add up to nothing.
      count={receivedCents || refundedCents || disputedCents}
      to={paymentsOfMonth(month, 'received')}
    >
      {formatCents(receivedCents - refundedCents - disputedCents)}
    </FigureLink>
  )),
  figureColumn('GST', ({ month, gstCents }) => (
    <FigureLink count={gstCents} to={paymentsOfMonth(month, 'received')}>
      {formatCents(gstCents)}
    </FigureLink>
  )),
  figureColumn('Failed', ({ month, failed }) => (
    <FigureLink count={failed} to={paymentsOfMonth(month, 'failed')} />
  )),
  figureColumn('Disputed', ({ month, disputed }) => (
    <FigureLink count={disputed} to={paymentsOfMonth(month, 'disputed')} />
  )),
  figureColumn('Churn', ({ month, lost = 0, running = 0 }) => (
    <ShareLinks part={lost} of="lost" whole={running} among="running" month={month} />
  )),
  figureColumn('Trial conversion', ({ month, trialsConverted = 0, trialsEnded = 0 }) => (
    <ShareLinks
      part={trialsConverted}
      of="trialsConverted"
      whole={trialsEnded}
      among="trialsEnded"
      month={month}
    />
  )),
]

type MonthsTableProps = {
  /** The latest first. */
  payments: readonly PaymentMonth[]
  subscriptions: readonly SubscriptionMonth[]
}

/** Every month's revenue, failed payments, churn and trial conversion, and what they mean. */
export function MonthsTable({ payments, subscriptions }: MonthsTableProps) {
  const rows = subscriptions.flatMap((figures) => {
    const sums = payments.find(({ month }) => month === figures.month)
    return sums ? [{ ...sums, ...figures, _id: figures.month }] : []
  })
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">Month by month</h2>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {definitions.map(([term, definition]) => (
          <div key={term} className="contents">
            <dt className="font-semibold">{term}</dt>
            <dd className="mb-1 text-soft sm:mb-0">{definition}</dd>
          </div>
        ))}
      </dl>
      <Table caption="Month by month" columns={columns} rows={rows} />
    </section>
  )
}

/** What's left of what was received. */
export function revenueOf({
  receivedCents,
  refundedCents,
  disputedCents,
}: Pick<PaymentMonth, 'receivedCents' | 'refundedCents' | 'disputedCents'>): number {
  return receivedCents - refundedCents - disputedCents
}

/** `3 of 120 (2.5%)`; a dash for none of none. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '—'
  return `${part.toLocaleString('en-AU')} of ${whole.toLocaleString('en-AU')} (${percentOf(part, whole)})`
}

function percentOf(part: number, whole: number): string {
  return `${((part / whole) * 100).toLocaleString('en-AU', { maximumFractionDigits: 1 })}%`
}

type ShareLinksProps = {
  part: number
  of: SubscriptionSet
  whole: number
  among: SubscriptionSet
  month: string
}

/** `3 of 120 (2.5%)`; both numbers lead to their rows. */
function ShareLinks({ part, of, whole, among, month }: ShareLinksProps) {
  if (whole === 0) return '—'
  return (
    <span className="whitespace-nowrap">
      <FigureLink count={part} to={subscriptionsIn(of, { month })} /> of{' '}
      <FigureLink count={whole} to={subscriptionsIn(among, { month })} /> ({percentOf(part, whole)})
    </span>
  )
}
