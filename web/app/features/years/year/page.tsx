import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { useQuery } from '@tanstack/react-query'
import { FolderDown, Printer, UserPlus } from 'lucide-react'
import { useParams } from 'react-router'
import { categories } from '#features/categories'
import { readingStatus } from '#features/receipts'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { yearSummary } from '../queries.ts'
import { YearContents } from './contents.tsx'
import { YearSkeleton } from './skeleton.tsx'

export const meta = () => pageMeta({ title: 'Income year' })

/** An income year: what it adds up to, what's missing, when it's due and how long to keep its receipts. */
export default function YearPage() {
  const { incomeYear = '' } = useParams()
  const title = `Income year ${formatIncomeYear(incomeYear)}`
  useTitle(title)
  const summary = useQuery(yearSummary(incomeYear))
  const { data: categoryList = [] } = useQuery(categories)
  // Whenever a receipt was read, the totals load again.
  useQuery(readingStatus)
  return (
    <LeaveGuard>
      <Page
        title={title}
        back={{ to: paths.years, label: 'Income years' }}
        lead={<span className="block min-h-12 sm:min-h-6">{summary.data && leadOf(summary.data)}</span>}
        actions={
          (summary.data || summary.errorUpdateCount === 0) && (
            <div className="flex flex-wrap gap-3 print:hidden">
              <Button
                variant="secondary"
                className="max-sm:hidden"
                icon={Printer}
                onClick={() => window.print()}
              >
                Print
              </Button>
              <ButtonLink
                to={withQuery(paths.shares, { invite: incomeYear })}
                variant="secondary"
                icon={UserPlus}
              >
                Share
              </ButtonLink>
              <ButtonLink to={paths.pack(incomeYear)} variant="secondary" icon={FolderDown}>
                Tax pack
              </ButtonLink>
            </div>
          )
        }
      >
        <QueryView query={summary} loading={<YearSkeleton />}>
          {(data) => <YearContents summary={data} categories={categoryList} />}
        </QueryView>
      </Page>
    </LeaveGuard>
  )
}

function leadOf({ incomeYear, lodgement, deadlines }: YearSummary): string {
  const { first, last } = daysOf(incomeYear)
  const period = `${formatDayUnbroken(first)} to ${formatDayUnbroken(last)}.`
  if (lodgement) return `${period} You lodged your return on ${formatDayUnbroken(lodgement.lodgedOn)}.`
  if (!deadlines || deadlines.agent < today()) return period
  return deadlines.self >= today()
    ? `${period} Your return is due on ${formatDayUnbroken(deadlines.self)}.`
    : `${period} Your return was due on ${formatDayUnbroken(deadlines.self)}, unless you had a tax agent by 31 October.`
}
