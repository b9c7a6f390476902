import { adminTexts, type Subscriber } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Invitations } from '#features/invitations'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage, usePageParam } from '#platform/page/page-param.ts'
import { Moment } from '#ui/data/moment.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { fullName, StatusMark } from '../people/badges.tsx'
import { administrators } from '../queries.ts'
import { SubscriberDialog } from '../people/dialog.tsx'

export const meta = () => pageMeta({ title: 'Administrators' })

/** Who runs the product; for Super Admins. */
export default function AdministratorsPage() {
  const { page, setPage } = usePageParam()
  const { data, isPending, isError, isRefetching, refetch } = useQuery(administrators(page))
  useClampedPage(data, setPage)
  const [opened, setOpened] = useState<Subscriber>()
  const columns: Column<Subscriber>[] = [
    {
      heading: 'Administrator',
      cell: (person) => (
        <button
          type="button"
          className="grid min-h-11 content-center text-left"
          onClick={() => setOpened(person)}
        >
          <span className="font-semibold text-leaf-deep hover:underline">{fullName(person)}</span>
          <span className="text-sm break-all text-soft">{person.email}</span>
        </button>
      ),
    },
    { heading: 'Role', cell: ({ role }) => role, className: 'whitespace-nowrap' },
    { heading: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
    { heading: 'Joined', cell: ({ createdAt }) => <Moment at={createdAt} />, className: 'whitespace-nowrap' },
  ]
  return (
    <div className="grid gap-6">
      <PageHeading>Administrators</PageHeading>
      <Invitations />
      {isPending && (
        <Loading label="Loading administrators">
          <Skeleton className="h-40" />
        </Loading>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {adminTexts.notFetched}
        </ErrorState>
      )}
      {data && (
        <>
          <div className="hidden md:block">
            <Table
              caption="Administrators"
              columns={columns}
              rows={data.docs}
              keyOf={({ _id }) => _id}
              rowHeadings
            />
          </div>
          <ul className="grid gap-3 md:hidden" aria-label="Administrators">
            {data.docs.map((person) => (
              <li key={person._id}>
                <AdministratorCard person={person} onOpen={setOpened} />
              </li>
            ))}
          </ul>
          <Pagination label="Administrators" page={data.page} totalPages={data.totalPages} onPage={setPage} />
        </>
      )}
      {opened && <SubscriberDialog person={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

/** An administrator where there is no room for a table. */
function AdministratorCard({ person, onOpen }: { person: Subscriber; onOpen: (person: Subscriber) => void }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(person)}
      className="grid w-full gap-1 rounded-lg border border-line bg-sheet p-4 text-left shadow-sheet"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{fullName(person)}</span>
        <StatusMark status={person.status} />
      </span>
      <span className="text-sm break-all text-soft">{person.email}</span>
      <span className="text-sm">{person.role}</span>
    </button>
  )
}
