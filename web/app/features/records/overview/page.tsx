import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { useParams } from 'react-router'
import { SentForms } from '#features/lodgement'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { YearRecordsView } from '../frame.tsx'
import { Kinds } from './kinds.tsx'
import { Today } from './today.tsx'

export const meta = () => pageMeta({ title: 'Records' })

/** The records of a year that aren't receipts: today's hours and trips, and what each kind adds up to. */
export default function RecordsPage() {
  const { incomeYear = '' } = useParams()
  const year = formatIncomeYear(incomeYear)
  useTitle(`Records ${year}`)
  return (
    <Page
      title={
        <>
          Records <span className="figures font-normal text-soft">{year}</span>
        </>
      }
      back={{ to: paths.year(incomeYear), label: `Income year ${year}` }}
      lead="Hours, trips and other records that aren’t receipts. The figures follow that year’s rules. You or your registered tax agent decide what to claim."
    >
      <LeaveGuard>
        <YearRecordsView incomeYear={incomeYear} blocks={['h-44', 'h-40', 'h-40', 'h-40', 'h-40']}>
          {(records) => (
            <>
              <Today records={records} />
              <Kinds records={records} />
              <SentForms incomeYear={incomeYear} />
            </>
          )}
        </YearRecordsView>
      </LeaveGuard>
    </Page>
  )
}
