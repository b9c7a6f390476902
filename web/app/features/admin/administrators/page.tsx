import { adminTexts, type Subscriber } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Invitations } from '#features/invitations'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage, usePageParam } from '#platform/page/page-param.ts'
import { Moment } from '#ui/data/moment.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { StatusBadge } from '../people/badges.tsx'
import { PersonButton, PersonCard } from '../people/buttons.tsx'
import { PersonDialog } from '../people/dialog.tsx'
import { administrators } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Administrators' })

/** All administrators and their invitations, for Super Admins. */
export default function AdministratorsPage() {
  const { page, setPage } = usePageParam()
  const people = useQuery(administrators(page))
  useClampedPage(people.data, setPage)
  const [selected, setSelected] = useState<Subscriber>()
  const columns: Column<Subscriber>[] = [
    {
      heading: 'Administrator',
      cell: (person) => <PersonButton person={person} onOpen={() => setSelected(person)} />,
    },
    { heading: 'Role', cell: ({ role }) => role, className: 'whitespace-nowrap' },
    { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { heading: 'Joined', cell: ({ createdAt }) => <Moment at={createdAt} />, className: 'whitespace-nowrap' },
  ]
  return (
    <div className="grid gap-6">
      <PageHeading>Administrators</PageHeading>
      <Invitations />
      <QueryView
        query={people}
        loading={
          <Loading label="Loading administrators">
            <Skeleton className="h-40" />
          </Loading>
        }
        error={adminTexts.notFetched}
      >
        {({ docs, page: shownPage, totalPages }) => (
          <>
            <div className="hidden md:block">
              <Table
                caption="Administrators"
                columns={columns}
                rows={docs}
                keyOf={({ _id }) => _id}
                rowHeadings
              />
            </div>
            <ul className="grid gap-3 md:hidden" aria-label="Administrators">
              {docs.map((person) => (
                <li key={person._id}>
                  <PersonCard person={person} onOpen={() => setSelected(person)}>
                    {person.role}
                  </PersonCard>
                </li>
              ))}
            </ul>
            <Pagination label="Administrators" page={shownPage} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryView>
      {selected && <PersonDialog person={selected} onClose={() => setSelected(undefined)} />}
    </div>
  )
}
