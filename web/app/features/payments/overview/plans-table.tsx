import { formatCents } from '@docketbox/contract/core/money'
import type { SubscriptionFigures } from '@docketbox/contract/subscriptions/figure-endpoints'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { FigureLink } from './figure-link.tsx'
import { subscriptionsIn } from './links.ts'

type PlanRow = SubscriptionFigures['plans'][number] & { _id: string }

const columns: Column<PlanRow>[] = [
  column('Plan', ({ planName }) => planName),
  figureColumn('Renewing', ({ planName: plan, renewing }) => (
    <FigureLink count={renewing} to={subscriptionsIn('renewing', { plan })} />
  )),
  figureColumn('Set to end', ({ planName: plan, ending }) => (
    <FigureLink count={ending} to={subscriptionsIn('ending', { plan })} />
  )),
  figureColumn('Single months', ({ planName: plan, months }) => (
    <FigureLink count={months} to={subscriptionsIn('months', { plan })} />
  )),
  figureColumn('Monthly recurring revenue', ({ planName: plan, mrrCents }) => (
    <FigureLink count={mrrCents} to={subscriptionsIn('renewing', { plan })}>
      {formatCents(mrrCents)}
    </FigureLink>
  )),
]

/** How many people use each plan now. */
export function PlansTable({ plans }: Pick<SubscriptionFigures, 'plans'>) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-lg">Active subscriptions by plan</h2>
        <p className="max-w-prose text-sm text-soft">
          Customers who pay month by month count under “Single months”.
        </p>
      </div>
      {plans.length === 0 ? (
        <EmptyState title="No active subscriptions yet." />
      ) : (
        <Table
          caption="Active subscriptions by plan"
          columns={columns}
          rows={plans.map((plan) => ({ ...plan, _id: plan.planName }))}
        />
      )}
    </section>
  )
}
