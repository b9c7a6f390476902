import { adminTexts, auditGroups, type AuditRow } from '@docketbox/contract/admin/endpoints'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import { shortTime } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { PagedList } from '#ui/data/paged-list.tsx'
import { type Column, column, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { FilterNotice } from '#ui/data/filter-notice.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { ListCount } from '../list-count.tsx'
import { type AuditFilter, auditLog } from '../queries.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { AuditFilters } from './filters.tsx'
import { actionLabel, detailsText } from './labels.ts'

export const meta = () => pageMeta({ title: 'Audit log' })

const columns: Column<AuditRow>[] = [
  column('Entry', ({ _id }) => `No. ${_id}`, 'figures whitespace-nowrap'),
  column('Time', ({ at }) => <time dateTime={at}>{shortTime(at)}</time>, 'whitespace-nowrap'),
  column('Action', (row) => <span title={row.action}>{actionLabel(row)}</span>, 'min-w-40 font-medium'),
  column('Done by', ({ actor }) => <Actor actor={actor} />, 'wrap-break-word'),
  column('Target', (row) => <Target {...row} />, 'wrap-break-word'),
  column('Details', ({ details }) => detailsText(details), 'min-w-44'),
]

/** The audit log, newest first, for Super Admins. */
export default function AuditPage() {
  const { params, page, setFilter } = useListParams()
  const filter: AuditFilter = {
    page,
    group: auditGroups.find((group) => group === params.get('group')) ?? '',
    email: params.get('email') ?? '',
    target: params.get('target') ?? '',
  }
  const entries = useQuery(auditLog(filter))
  const isFiltered = filter.group !== '' || filter.email !== '' || filter.target !== ''
  return (
    <Page
      title="Audit log"
      lead="Each entry is chained to the one before it, so nothing can be changed or removed unnoticed."
    >
      <AuditFilters filter={filter} onFilter={setFilter} />
      {filter.target && (
        <FilterNotice onClear={() => setFilter({ target: '' })}>
          Showing only entries about {nameOf(filter.target, entries.data?.docs)}.
        </FilterNotice>
      )}
      <PagedList
        label="Audit log"
        query={entries}
        loading={<Loading label="Loading the audit log" blocks={['h-64']} />}
        error={adminTexts.notFetched}
        empty={
          isFiltered ? (
            <EmptyState title="No matching entries.">
              Enter the full email address, or choose another action.
            </EmptyState>
          ) : (
            <EmptyState title="No activity yet." />
          )
        }
      >
        {(docs, list) => (
          <>
            {isFiltered && <ListCount list={list} one="entry" many="entries" />}
            <Table caption="Audit log" columns={columns} rows={docs} />
          </>
        )}
      </PagedList>
    </Page>
  )
}

/** The email of the person whom entries are about, if one of them names it. */
function nameOf(target: string, rows: readonly AuditRow[] = []): string {
  const people = rows.flatMap(({ actor, subject }) => [actor, subject])
  return people.find((person) => person?._id === target)?.email ?? target
}

/** Closed accounts no longer have an email. */
function Actor({ actor }: Pick<AuditRow, 'actor'>) {
  if (!actor) return product.name
  return actor.email ? <PersonLink person={actor} email={actor.email} /> : 'A closed account'
}

const addressOf: Record<NonNullable<AuditRow['shownIn']>['screen'], (id: string) => string> = {
  messages: (message) => withQuery(paths.adminMessages, { message }),
  lodgements: (lodgement) => withQuery(paths.adminLodgements, { lodgement }),
  payments: (find) => withQuery(paths.adminPayments, { find }),
  userPayments: (user) => withQuery(paths.adminPayments, { user }),
}

/** The person affected, or the end of an ID, which identifies it well enough. */
function Target({ subject, action, shownIn }: Pick<AuditRow, 'subject' | 'action' | 'shownIn'>) {
  if (!subject) return '—'
  if (subject.email) return <PersonLink person={subject} email={subject.email} />
  const id = (
    <span className="figures text-sm whitespace-nowrap text-soft" title={subject._id}>
      …{subject._id.slice(-12)}
    </span>
  )
  const isPayment = action === 'payments.refund' || action === 'payments.refundRefused'
  const shown = shownIn ?? (isPayment ? { screen: 'payments' as const, id: subject._id } : undefined)
  if (!shown) return id
  return (
    <TextLink to={addressOf[shown.screen](shown.id)} className="inline-flex min-h-11 items-center sm:min-h-6">
      {id}
    </TextLink>
  )
}

function PersonLink({ person, email }: { person: { _id: string }; email: string }) {
  return (
    <TextLink to={withQuery(paths.admin, { person: person._id })} className="font-normal">
      <Email email={email} />
    </TextLink>
  )
}

/** Breaks before the @ if the email is too long for a line. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
