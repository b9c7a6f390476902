import { adminEndpoints, adminTexts } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { download } from '#platform/download/download.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { PagedList } from '#ui/data/paged-list.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ExportButton } from '#ui/data/download.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { ListCount } from '../list-count.tsx'
import { PersonDialog } from '../people/dialog.tsx'
import { subscriber, type SubscriberFilter, subscribers } from '../queries.ts'
import { useListParams, useUrlParams } from '#platform/page/url-params.ts'
import { toast } from '#ui/feedback/toast.ts'
import { CreatePlanDialog } from './create-plan-dialog.tsx'
import { CreatedPlansDialog } from './created-plans-dialog.tsx'
import { PlanFilter } from './plan-filter.tsx'
import { type PopulatedRow, SubscriberTable } from './table.tsx'

export const meta = () => pageMeta({ title: 'Subscribers' })

/** The administrators' first screen: all subscribers and their plans. */
export default function SubscribersPage() {
  const { params, page, setFilter } = useListParams()
  const plan = params.get('plan') ?? 'All'
  const email = params.get('email') ?? ''
  const searchFor = useCallback((text: string) => setFilter({ email: text }), [setFilter])
  return (
    <LeaveGuard>
      <Page
        title="Subscribers"
        actions={
          <div className="flex flex-wrap gap-3">
            <ExportButton
              label="Export CSV"
              fetch={(options) =>
                download(
                  adminEndpoints.exportSubscribers,
                  { query: { plan, ...(email && { email }) } },
                  options,
                )
              }
              name="subscribers.csv"
            />
            <CreatedPlansDialog />
            <CreatePlanDialog />
          </div>
        }
      >
        <PlanFilter plan={plan} onPlan={(name) => setFilter({ plan: name === 'All' ? '' : name })} />
        <SearchField label="Search by email" text={email} onText={searchFor} />
        <SubscriberList filter={{ page, plan, email }} />
        <LinkedPerson />
      </Page>
    </LeaveGuard>
  )
}

function SubscriberList({ filter }: { filter: SubscriberFilter }) {
  const query = useQuery(subscribers(filter))
  const [selected, setSelected] = useState<PopulatedRow>()
  return (
    <>
      <PagedList
        label="Subscribers"
        query={query}
        loading={<Loading label="Loading subscribers" blocks={Array.from({ length: 8 }, () => 'h-16')} />}
        error={adminTexts.notFetched}
        empty={
          filter.plan === 'All' && filter.email === '' ? (
            <EmptyState title="No subscribers yet." />
          ) : (
            <EmptyState title="No matching subscribers.">
              Try a shorter part of the email, or another plan.
            </EmptyState>
          )
        }
      >
        {(docs, list) => (
          <>
            <ListCount list={list} one="person" many="people" />
            <SubscriberTable rows={docs} onOpen={setSelected} />
          </>
        )}
      </PagedList>
      {selected && (
        <PersonDialog person={selected.user} subscription={selected} onClose={() => setSelected(undefined)} />
      )}
    </>
  )
}

/** The person that a link from another list leads to. */
function LinkedPerson() {
  const { params, setParams } = useUrlParams()
  const userId = params.get('person')
  const { data, error } = useQuery({ ...subscriber(userId ?? ''), enabled: userId !== null })
  const close = useCallback(() => setParams({ person: '' }, { replace: true }), [setParams])
  useEffect(() => {
    // Once it's open, what's typed there stays.
    if (userId === null || !error || data) return
    toast.error(error.message)
    close()
  }, [userId, error, data, close])
  if (userId === null || !data) return null
  return <PersonDialog person={data.user} subscription={data} onClose={close} />
}
