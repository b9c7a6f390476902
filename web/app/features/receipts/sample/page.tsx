import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { categoryPresets } from '#features/categories'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Badge } from '#ui/data/stamp.tsx'
import { Page } from '#ui/layout/page.tsx'
import { RecentReceipts } from '../dashboard/recent-receipts.tsx'
import { YearSummary } from '../dashboard/year-summary.tsx'
import { sampleReceipts, sampleTotals } from './data.ts'

export const meta = () => pageMeta({ title: 'Sample dashboard' })

const categories = categoryPresets.map(({ name }) => ({ _id: name, name }))

/** The dashboard with made-up receipts. */
export default function SamplePage() {
  const currentYear = incomeYearOf(today())
  return (
    <Page
      title="Sample dashboard"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      lead="This is what your dashboard looks like after a few months. These receipts are made up."
      actions={<Badge tone="wattle">Sample</Badge>}
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <YearSummary
          totals={sampleTotals(currentYear)}
          categories={categories}
          currentYear={currentYear}
          isSample
        />
        <RecentReceipts receipts={sampleReceipts(currentYear)} isSample />
      </div>
    </Page>
  )
}
