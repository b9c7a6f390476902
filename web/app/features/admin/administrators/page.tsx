import { adminTexts, type Subscriber } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Invitations } from '#features/invitations'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { Moment } from '#ui/data/moment.tsx'
import { PagedList } from '#ui/data/paged-list.tsx'
import { type Column, column, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { StatusBadge } from '../people/badges.tsx'
import { PersonButton } from '../people/person-button.tsx'
import { PersonDialog } from '../people/dialog.tsx'
import { administrators } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Administrators' })

/** All administrators and their invitations, for Super Admins. */
export default function AdministratorsPage() {
  const { page } = useListParams()
  const people = useQuery(administrators(page))
  const [selected, setSelected] = useState<Subscriber>()
  const columns: Column<Subscriber>[] = [
    column('Administrator', (person) => <PersonButton person={person} onOpen={() => setSelected(person)} />),
    column('Role', ({ role }) => role, 'whitespace-nowrap'),
    column('Status', ({ status }) => <StatusBadge status={status} />),
    column('Joined', ({ createdAt }) => <Moment at={createdAt} />, 'whitespace-nowrap'),
  ]
  return (
    <LeaveGuard>
      <Page title="Administrators">
        <Invitations />
        <PagedList
          label="Administrators"
          query={people}
          loading={<Loading label="Loading administrators" blocks={['h-40']} />}
          error={adminTexts.notFetched}
        >
          {(docs) => <Table caption="Administrators" columns={columns} rows={docs} />}
        </PagedList>
        {selected && <PersonDialog person={selected} onClose={() => setSelected(undefined)} />}
      </Page>
    </LeaveGuard>
  )
}
