import { countOf } from '@docketbox/contract/core/counts'
import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { evidenceKindNames } from '@docketbox/contract/expenses-without-receipt/endpoints'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { Card } from '#ui/layout/card.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

type ExpensesCardProps = { summary: YearSummary; isReadOnly: boolean }

/** Expenses without a receipt, which count separately. */
export function ExpensesCard({ summary: { incomeYear, evidence: expenses }, isReadOnly }: ExpensesCardProps) {
  return (
    <Card
      className={`grid grid-cols-1 gap-3 print:break-inside-avoid ${expenses.length === 0 ? 'print:hidden' : ''}`}
    >
      <h2 className="text-lg">Without a receipt</h2>
      {expenses.length === 0 ? (
        <p className="text-sm text-soft">
          {isReadOnly
            ? 'No expenses recorded without a receipt.'
            : 'Small expenses, tolls and other expenses you couldn’t get a receipt for. They count separately.'}
        </p>
      ) : (
        <dl className="grid gap-2">
          {expenses.map(({ kind, records, spentCents, claimableCents }) => (
            <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <dt className="grow basis-32">
                {evidenceKindNames[kind]}
                <span className="figures block text-sm text-soft">{countOf(records, 'expense')}</span>
              </dt>
              <dd className="figures text-right font-semibold">
                {formatCents(claimableCents)}
                {claimableCents !== spentCents && (
                  <span className="block text-sm font-normal text-soft">of {formatCents(spentCents)}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!isReadOnly && (
        <TextLink
          to={paths.expenses(incomeYear)}
          className="-my-2 inline-flex min-h-11 items-center print:hidden"
        >
          {expenses.length === 0 ? 'Record an expense' : 'See them all'}
        </TextLink>
      )}
    </Card>
  )
}
