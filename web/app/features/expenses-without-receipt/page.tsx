import { countOf } from '@docketbox/contract/core/counts'
import { formatIncomeYear, incomeYearOf, lodgementYears } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import {
  type ExpenseWithoutReceipt,
  evidenceKindNames,
  type ExpenseYear,
} from '@docketbox/contract/expenses-without-receipt/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { latest, listed } from '#ui/forms/latest.ts'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Amount } from '#ui/data/amount.tsx'
import { PagedList } from '#ui/data/paged-list.tsx'
import { ProgressBar } from '#ui/data/progress.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { expensesOf } from './queries.ts'
import { ExpenseDialog } from './expense-dialog.tsx'
import { ExpenseList } from './expense-list.tsx'

export const meta = () => pageMeta({ title: 'Expenses without a receipt' })

export default function ExpensesPage() {
  const { incomeYear = incomeYearOf(today()) } = useParams()
  // Another year starts without the expenses of the last one.
  return (
    <LeaveGuard>
      <ExpensesOfYear key={incomeYear} incomeYear={incomeYear} />
    </LeaveGuard>
  )
}

/** What was bought without getting a receipt in an income year. */
function ExpensesOfYear({ incomeYear }: { incomeYear: string }) {
  const navigate = useNavigate()
  const { page } = useListParams()
  const query = useQuery(expensesOf(incomeYear, page))
  const [edited, setEdited] = useState<ExpenseWithoutReceipt | 'new'>()
  const years = [...new Set([incomeYear, ...lodgementYears(today())])].toSorted().toReversed()
  return (
    <Page
      title="Expenses without a receipt"
      back={{ to: paths.year(incomeYear), label: `Income year ${formatIncomeYear(incomeYear)}` }}
      lead="Write down what a receipt would show, as soon as you can. We total them separately from your receipts."
      actions={
        <div className="flex flex-wrap gap-3">
          <Select
            aria-label="Income year"
            value={incomeYear}
            className="figures"
            onChange={({ target }) => void navigate(paths.expenses(target.value))}
            options={years.map((year) => [year, formatIncomeYear(year)])}
          />
          <Button icon={Plus} onClick={() => setEdited('new')}>
            Record an expense
          </Button>
        </div>
      }
    >
      <PagedList
        label="Expenses without a receipt"
        query={query}
        loading={<Loading label="Loading the expenses" blocks={['h-32', 'h-22', 'h-22']} />}
        empty={
          <EmptyState title={`Nothing recorded for ${formatIncomeYear(incomeYear)}.`}>
            Record small expenses, tolls, parking and anything else you couldn’t get a receipt for.
          </EmptyState>
        }
      >
        {(docs, year) => (
          <>
            <Totals year={year} />
            <ExpenseList docs={docs} onEdit={setEdited} />
          </>
        )}
      </PagedList>
      {edited && (
        <ExpenseDialog
          expense={edited === 'new' ? undefined : latest(query.data?.docs ?? [], edited)}
          known={edited === 'new' ? undefined : listed(query.data?.docs ?? [], edited)}
          incomeYear={incomeYear}
          limits={query.data?.limits ?? null}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

/** The total of each kind, and how much of the limit for small expenses is used. */
function Totals({ year: { totals, limits } }: { year: ExpenseYear }) {
  const used = totals.find(({ kind }) => kind === 'smallExpense')?.spentCents ?? 0
  return (
    <Card className="grid gap-4">
      <dl className="grid gap-2">
        {totals.map(({ kind, records, spentCents, claimableCents }) => (
          <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="grow basis-32">
              {evidenceKindNames[kind]}{' '}
              <span className="text-sm text-soft">{countOf(records, 'expense')}</span>
            </dt>
            <dd className="text-right">
              <Amount cents={spentCents} className="font-semibold" />
              {claimableCents !== spentCents && (
                <span className="block text-sm whitespace-nowrap text-soft">
                  {formatCents(claimableCents)} claimable
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {limits ? (
        <div className="grid gap-2">
          <ProgressBar
            label="Small expenses"
            status={`${formatCents(used)} of ${formatCents(limits.yearCents)}`}
            value={used}
            total={limits.yearCents}
          />
          <p className="text-xs text-soft">
            For expenses of up to {formatCents(limits.eachCents)} each, and up to{' '}
            {formatCents(limits.yearCents)} a year, your own record can replace a receipt. You can only claim
            what you’ve spent.
          </p>
        </div>
      ) : (
        <p className="text-sm text-soft">
          We don’t have this year’s limits for small expenses. You can check them at ato.gov.au.
        </p>
      )}
    </Card>
  )
}
