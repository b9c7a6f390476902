import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Camera, Upload } from 'lucide-react'
import { loggedUser } from '#features/auth'
import { planInWords } from '#features/subscriptions'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { receiptSummary } from '../queries.ts'
import { RecentReceipts } from './recent-receipts.tsx'
import { YearDocket } from './year-summary.tsx'

export const meta = () => pageMeta({ title: 'Dashboard' })

/** Where one stands: the running income year, the last receipts, and the two ways to add one. */
export default function DashboardPage() {
  const { data: person } = useQuery(loggedUser)
  const { data, isPending, isError, isRefetching, refetch } = useQuery(receiptSummary)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageHeading>Dashboard</PageHeading>
          <p className="mt-1 min-h-6 text-soft">
            {person && `G’day, ${person.firstName}. ${planInWords(person)}`}
          </p>
        </div>
        <WaysIn />
      </div>
      {isPending && (
        <Loading label="Loading your receipts" className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </Loading>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {receiptTexts.categoryNotLoaded}
        </ErrorState>
      )}
      {data?.receipts === 0 && <FirstReceipt />}
      {data && data.receipts > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
          <YearDocket summary={data} currentYear={incomeYearOf(today())} />
          <RecentReceipts receipts={data.recent} />
        </div>
      )}
    </div>
  )
}

function WaysIn() {
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:w-auto">
      <ButtonLink to="/capture" size="large" icon={<Camera className="size-5" />}>
        Scan
      </ButtonLink>
      <ButtonLink to="/custom-upload" size="large" variant="secondary" icon={<Upload className="size-5" />}>
        Upload
      </ButtonLink>
    </div>
  )
}

function FirstReceipt() {
  return (
    <EmptyState
      title="Your tin is empty."
      action={
        <ButtonLink to="/capture" icon={<Camera className="size-5" />}>
          Scan your first receipt
        </ButtonLink>
      }
    >
      Photograph a receipt while you still have it in your hand. It takes a few seconds, and it is safe for
      five years.
    </EmptyState>
  )
}
