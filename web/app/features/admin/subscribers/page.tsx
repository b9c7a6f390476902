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
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { useDownload } from '#ui/data/download.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { PersonDialog } from '../people/dialog.tsx'
import { type SubscriberFilter, subscribers } from '../queries.ts'
import { useFilterParams } from '../use-filter-params.ts'
import { CreatePlanDialog } from './create-plan-dialog.tsx'
import { PlanFilter } from './plan-filter.tsx'
import { SubscriberTable } from './table.tsx'

export const meta = () => pageMeta({ title: 'Subscribers' })

/** The administrators' first screen: all subscribers and their plans. */
export default function SubscribersPage() {
  const { params, page, setPage, setFilter } = useFilterParams()
  const plan = params.get('plan') ?? 'All'
  const email = params.get('email') ?? ''
  const searchFor = useCallback((text: string) => setFilter({ email: text }), [setFilter])
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>Subscribers</PageHeading>
        <div className="flex flex-wrap gap-3">
          <ExportButton plan={plan} email={email} />
          <CreatePlanDialog />
        </div>
      </div>
      <PlanFilter plan={plan} onPlan={(name) => setFilter({ plan: name === 'All' ? '' : name })} />
      <SearchField label="Search by email" text={email} onText={searchFor} />
      <SubscriberList filter={{ page, plan, email }} onPage={setPage} />
    </div>
  )
}

type SubscriberListProps = {
  filter: SubscriberFilter
  onPage: ReturnType<typeof useFilterParams>['setPage']
}

function SubscriberList({ filter, onPage }: SubscriberListProps) {
  const list = useQuery(subscribers(filter))
  useClampedPage(list.data, onPage)
  const [selected, setSelected] = useState<SubscriberRow & { user: Subscriber }>()
  return (
    <>
      <QueryView
        query={list}
        loading={<ListSkeleton />}
        error={adminTexts.notFetched}
        isEmpty={({ docs }) => docs.length === 0}
        empty={
          <EmptyState title="No matching subscribers.">
            Try a shorter part of the email, or another plan.
          </EmptyState>
        }
      >
        {({ docs, page, totalPages, totalDocs, isCountCapped }) => (
          <>
            <p className="text-sm text-soft" aria-live="polite">
              {isCountCapped ? 'More than ' : ''}
              {totalDocs.toLocaleString('en-AU')} {totalDocs === 1 ? 'person' : 'people'}
            </p>
            <SubscriberTable rows={docs} onOpen={setSelected} />
            <Pagination
              label="Subscribers"
              page={page}
              totalPages={totalPages}
              onPage={onPage}
              previousAndNext
            />
          </>
        )}
      </QueryView>
      {selected && (
        <PersonDialog person={selected.user} subscription={selected} onClose={() => setSelected(undefined)} />
      )}
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
