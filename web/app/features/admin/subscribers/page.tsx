import {
  adminEndpoints,
  adminTexts,
  type Subscriber,
  type SubscriberRow,
} from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { download } from '#platform/api/client.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage } from '#platform/page/page-param.ts'
import { Button } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { useDownload } from '#ui/feedback/download.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { CreatePlanDialog } from './create-plan-dialog.tsx'
import { PlanFilter } from './plan-filter.tsx'
import { subscribers } from '../queries.ts'
import { SubscriberDialog } from '../people/dialog.tsx'
import { SubscriberTable } from './table.tsx'
import { useListAddress } from './use-filter.ts'

export const meta = () => pageMeta({ title: 'Subscribers' })

/** The administrators' first screen: who subscribes to what. */
export default function SubscribersPage() {
  const { filter, narrow, setPage } = useListAddress()
  const searchFor = useCallback((email: string) => narrow({ email }), [narrow])
  const [opened, setOpened] = useState<SubscriberRow & { user: Subscriber }>()
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>Subscribers</PageHeading>
        <div className="flex flex-wrap gap-3">
          <ExportButton plan={filter.plan} email={filter.email} />
          <CreatePlanDialog />
        </div>
      </div>
      <PlanFilter plan={filter.plan} onPlan={(plan) => narrow({ plan })} />
      <SearchField label="Search by email" text={filter.email} onText={searchFor} />
      <List filter={filter} onOpen={setOpened} onPage={setPage} />
      {opened && (
        <SubscriberDialog person={opened.user} subscription={opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  )
}

type ListProps = {
  filter: ReturnType<typeof useListAddress>['filter']
  onOpen: (row: SubscriberRow & { user: Subscriber }) => void
  onPage: ReturnType<typeof useListAddress>['setPage']
}

function List({ filter, onOpen, onPage }: ListProps) {
  const { data, isPending, isError, isRefetching, refetch } = useQuery(subscribers(filter))
  useClampedPage(data, onPage)
  if (isPending) return <ListSkeleton />
  if (isError) {
    return (
      <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
        {adminTexts.notFetched}
      </ErrorState>
    )
  }
  if (data.docs.length === 0) {
    return <EmptyState title="Nobody matches.">Try a shorter part of the email, or another plan.</EmptyState>
  }
  return (
    <>
      <p className="text-sm text-soft" aria-live="polite">
        {data.isCountCapped ? 'More than ' : ''}
        {data.totalDocs.toLocaleString('en-AU')} {data.totalDocs === 1 ? 'person' : 'people'}
      </p>
      <SubscriberTable rows={data.docs} onOpen={onOpen} />
      <Pagination
        label="Subscribers"
        page={data.page}
        totalPages={data.totalPages}
        onPage={onPage}
        previousAndNext
      />
    </>
  )
}

function ListSkeleton() {
  return (
    <Loading label="Loading subscribers" className="grid gap-2">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-16" />
      ))}
    </Loading>
  )
}

function ExportButton({ plan, email }: { plan: string; email: string }) {
  const { progress, start } = useDownload({
    fetch: (options) =>
      download(adminEndpoints.exportSubscribers, { query: { plan, ...(email && { email }) } }, options),
    name: 'subscribers.csv',
    failed: 'Failed to download the file.',
  })

  return (
    <Button
      variant="secondary"
      icon={<Download className="size-4.5" />}
      busy={progress && 'Exporting…'}
      onClick={start}
    >
      Export CSV
    </Button>
  )
}
