import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import type { PaymentMonth } from '@docketbox/contract/payments/admin-endpoints'
import type { SubscriptionFigures } from '@docketbox/contract/subscriptions/figure-endpoints'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { nameOfMonth } from '#platform/format/months.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { BarChart } from '#ui/charts/bars.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { FigureCard } from './figure-card.tsx'
import { paymentsOfMonth, subscriptionsIn } from './links.ts'
import { MonthsTable, revenueOf, shareText } from './months-table.tsx'
import { PlansTable } from './plans-table.tsx'
import { paymentMonths, subscriptionFigures } from './queries.ts'

export const meta = () => pageMeta({ title: 'Finance' })

/** Revenue, subscriptions, churn and trials at a glance; each figure leads to its rows. */
export default function FinancePage() {
  const payments = useQuery(paymentMonths)
  const subscriptions = useQuery(subscriptionFigures)
  const loading = (label: string, ...blocks: string[]) => <Loading label={label} blocks={blocks} />
  return (
    <Page title="Finance" lead="Months follow Sydney time.">
      <QueryView query={payments} loading={loading('Loading payments', 'h-64')} error={adminTexts.notFetched}>
        {({ months }) => <Revenue months={months} />}
      </QueryView>
      <QueryView
        query={subscriptions}
        loading={loading('Loading subscriptions', 'h-96 sm:h-44', 'h-40', 'h-96')}
        error={adminTexts.notFetched}
      >
        {(figures) => (
          <>
            <Headlines figures={figures} payments={payments} />
            <PlansTable plans={figures.plans} />
            {payments.data && <MonthsTable payments={payments.data.months} subscriptions={figures.months} />}
          </>
        )}
      </QueryView>
    </Page>
  )
}

const SHOWN_MONTHS = 12

function Revenue({ months }: { months: readonly PaymentMonth[] }) {
  const bars = months
    .slice(0, SHOWN_MONTHS)
    .toReversed()
    .map(({ month, payments, ...sums }) => ({
      key: month,
      name: nameOfMonth(month, 'long'),
      mark: nameOfMonth(month, 'narrow'),
      value: revenueOf(sums),
      text: payments === 0 && revenueOf(sums) === 0 ? 'No payments' : formatCents(revenueOf(sums)),
    }))
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-lg">Revenue by month</h2>
        <p className="text-sm text-soft">
          Payments received in each month, less refunds and disputes in that month.
        </p>
      </div>
      <BarChart label="Month" caption="Revenue by month" bars={bars} initialKey={bars.at(-1)?.key ?? ''} />
    </Card>
  )
}

const paymentCards = [
  [
    'failed',
    'Failed payments this month',
    'Payments started this month that failed and still haven’t been paid.',
  ],
  [
    'disputed',
    'Disputed payments this month',
    'This month’s payments that customers have disputed with their bank, unless we’ve won.',
  ],
] as const

type HeadlinesProps = {
  figures: SubscriptionFigures
  payments: Pick<UseQueryResult<{ months: PaymentMonth[] }>, 'data' | 'isPending'>
}

function Headlines({ figures: { plans, months, trials }, payments }: HeadlinesProps) {
  const mrrCents = plans.reduce((sum, plan) => sum + plan.mrrCents, 0)
  const [current] = months
  if (!current) return null
  const { month, lost, running, trialsConverted, trialsEnded } = current
  const sums = payments.data?.months.find((each) => each.month === month)
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <FigureCard
        title="Monthly recurring revenue"
        figure={formatCents(mrrCents)}
        definition="What renewing subscriptions bring in each month. A quarterly plan counts for a third of its price."
        links={{ 'See the subscriptions': subscriptionsIn('renewing') }}
      />
      <FigureCard
        title="Churn this month"
        figure={shareText(lost, running)}
        definition="How many of the subscriptions active at the start of the month have ended."
        links={{
          'See who left': subscriptionsIn('lost', { month }),
          'See who was subscribed': subscriptionsIn('running', { month }),
        }}
      />
      <FigureCard
        title="Trial conversion this month"
        figure={shareText(trialsConverted, trialsEnded)}
        definition="How many of the trials that ended this month led to a paid plan."
        links={{
          'See the trials': subscriptionsIn('trialsEnded', { month }),
          'See who bought a plan': subscriptionsIn('trialsConverted', { month }),
        }}
      />
      <FigureCard
        title="Trials"
        figure={trials.toLocaleString('en-AU')}
        definition="Active trials, not counting people who’ve already bought a plan."
        links={{ 'See the trials': subscriptionsIn('trials') }}
      />
      {sums &&
        paymentCards.map(([state, title, definition]) => (
          <FigureCard
            key={state}
            title={title}
            figure={sums[state].toLocaleString('en-AU')}
            definition={definition}
            links={{ 'See the payments': paymentsOfMonth(month, state) }}
          />
        ))}
      {payments.isPending && paymentCards.map(([state]) => <Skeleton key={state} className="h-44" />)}
    </div>
  )
}
