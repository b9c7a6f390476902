import { receiptCount } from '@docketbox/contract/core/counts'
import {
  daysOf,
  formatIncomeYear,
  incomeYearEnding,
  incomeYearLabel,
  incomeYearOf,
} from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { isRetained, mayHaveEnded } from '@docketbox/contract/years/retention-text'
import type { YearOverview } from '@docketbox/contract/years/schemas'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { readingStatus } from '#features/receipts'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Page } from '#ui/layout/page.tsx'
import { years } from '../queries.ts'

/** How many earlier years can be opened without receipts. */
const OFFERED_BACK = 12

export const meta = () => pageMeta({ title: 'Income years' })

export default function YearsPage() {
  // Whenever a receipt was read, the totals load again.
  useQuery(readingStatus)
  return (
    <Page
      title="Income years"
      lead="What you’ve spent in each year, when your return is due and how long to keep your receipts."
    >
      <QueryView
        query={useQuery(years)}
        loading={<Loading label="Loading your income years" blocks={['h-26 sm:h-20', 'h-26 sm:h-20']} />}
      >
        {({ docs }) => (
          <>
            <ul className="grid grid-cols-1 gap-3">
              {docs.filter(hasStarted).map((year) => (
                <li key={year.incomeYear}>
                  <YearRow year={year} />
                </li>
              ))}
            </ul>
            <AnotherYear shown={docs.map(({ incomeYear }) => incomeYear)} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** The last year that an asset is claimed in may not have. */
function hasStarted({ incomeYear }: YearOverview): boolean {
  return daysOf(incomeYear).first <= today()
}

/** Opens a year that nothing is known about yet. */
function AnotherYear({ shown }: { shown: readonly string[] }) {
  const [chosen, setChosen] = useState<string>()
  const current = incomeYearEnding(today())
  const others = Array.from({ length: OFFERED_BACK }, (_, back) => incomeYearLabel(current - back)).filter(
    (year) => !shown.includes(year),
  )
  const year = others.find((other) => other === chosen) ?? others[0]
  if (year === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="flex items-center gap-3 text-sm text-soft">
        Another year
        <Select
          value={year}
          className="figures text-ink"
          onChange={({ target }) => setChosen(target.value)}
          options={others.map((other) => [other, formatIncomeYear(other)])}
        />
      </label>
      <ButtonLink variant="secondary" to={paths.year(year)}>
        Open
      </ButtonLink>
    </div>
  )
}

function YearRow({ year }: { year: YearOverview }) {
  const { incomeYear, receipts, spentCents } = year
  return (
    <Link
      to={paths.year(incomeYear)}
      className="flex min-h-20 items-center gap-4 rounded-lg border border-line bg-sheet px-4 py-3 shadow-sheet hover:border-leaf sm:px-5"
    >
      <span className="grid min-w-0 flex-1 gap-1 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-center sm:gap-4">
        <span className="figures font-heading text-lg font-semibold">{formatIncomeYear(incomeYear)}</span>
        <span className="min-w-0">
          {receipts === 0 ? (
            <span className="text-soft">No receipts</span>
          ) : (
            <>
              {spentCents > 0 && (
                <>
                  <Amount cents={spentCents} className="font-semibold" /> from{' '}
                </>
              )}
              {receiptCount(receipts)}
            </>
          )}
          {receipts > 0 && <span className="block text-sm text-soft">{keepText(year)}</span>}
        </span>
        <span>
          <YearBadge year={year} />
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
    </Link>
  )
}

function keepText(year: YearOverview): string {
  const { keepUntil, isProvisional } = year.retention
  if (keepUntil === null) return 'Keep until the dispute is resolved'
  if (!isRetained(year, today())) return `You had to keep them until ${formatDayUnbroken(keepUntil)}`
  if (mayHaveEnded(year, today())) return 'You may no longer have to keep them'
  return `Keep until ${formatDayUnbroken(keepUntil)}${isProvisional ? ' (provisional)' : ''}`
}

function YearBadge({ year: { incomeYear, lodgement, dueOn, receipts, retention } }: { year: YearOverview }) {
  if (retention.isDecisionDue && receipts > 0) return <Badge tone="wattle">Keep or delete?</Badge>
  if (lodgement) return <Badge tone="leaf">Lodged {formatDayUnbroken(lodgement.lodgedOn)}</Badge>
  if (incomeYear === incomeYearOf(today())) return <Badge>Current year</Badge>
  return dueOn === null || dueOn < today() ? (
    <Badge tone="wattle">Lodged yet?</Badge>
  ) : (
    <Badge tone="sky">Due {formatDayUnbroken(dueOn)}</Badge>
  )
}
