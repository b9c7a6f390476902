import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { categoryPresets } from '#features/categories'
import { today } from '#platform/format/dates.ts'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { MonthChart } from '#ui/charts/months.tsx'
import { RecentCard } from './recent-receipts.tsx'
import { YearSummary } from './year-summary.tsx'

const presets = categoryPresets.map(({ name }) => ({ _id: name, name }))
const RECENT_RECEIPTS = 5

export const dashboardColumns = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-2'

/** The dashboard in its final size, without figures. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading your receipts" className={dashboardColumns}>
      <YearSummary totals={undefined} categories={presets} currentYear={incomeYearOf(today())} />
      <div className="grid grid-cols-1 gap-6">
        <MonthChart
          months={undefined}
          incomeYear={incomeYearOf(today())}
          currentMonth={today().slice(0, 7)}
        />
        <RecentCard>
          {Array.from({ length: RECENT_RECEIPTS }, (_, index) => (
            <li key={index} className="flex min-h-18 items-center gap-3">
              <Skeleton className="h-14 w-11 shrink-0 sm:w-14" />
              <Skeleton className="h-10 flex-1" />
            </li>
          ))}
        </RecentCard>
      </div>
    </Loading>
  )
}
