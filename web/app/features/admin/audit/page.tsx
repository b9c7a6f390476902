import { adminTexts, auditGroups, type AuditRow } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { shortTime } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage } from '#platform/page/page-param.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { type AuditFilter, auditLog } from '../queries.ts'
import { useFilterParams } from '../use-filter-params.ts'
import { EmailText } from './email-text.tsx'
import { AuditFilters } from './filters.tsx'
import { actionLabel, detailsText } from './labels.ts'

export const meta = () => pageMeta({ title: 'Audit log' })

const columns: Column<AuditRow>[] = [
  { heading: 'No.', cell: ({ _id }) => _id, align: 'right' },
  {
    heading: 'Time',
    cell: ({ at }) => <time dateTime={at}>{shortTime(at)}</time>,
    className: 'whitespace-nowrap',
  },
  {
    heading: 'Action',
    cell: (row) => <span title={row.action}>{actionLabel(row)}</span>,
    className: 'min-w-40 font-medium',
  },
  { heading: 'Done by', cell: (row) => <Actor row={row} />, className: 'wrap-break-word' },
  { heading: 'Target', cell: ({ subject }) => <Target subject={subject} />, className: 'wrap-break-word' },
  { heading: 'Details', cell: ({ details }) => detailsText(details), className: 'min-w-32' },
]

/** The audit log, newest first, for Super Admins. */
export default function AuditPage() {
  const { params, page, setPage, setFilter } = useFilterParams()
  const filter: AuditFilter = {
    page,
    group: auditGroups.find((group) => group === params.get('group')) ?? '',
    email: params.get('email') ?? '',
  }
  const entries = useQuery(auditLog(filter))
  const isFiltered = filter.group !== '' || filter.email !== ''
  useClampedPage(entries.data, setPage)
  return (
    <div className="grid gap-6">
      <div>
        <PageHeading>Audit log</PageHeading>
        <p className="mt-2 max-w-prose text-soft">
          Each entry is chained to the one before it, so nothing can be changed or removed unnoticed.
        </p>
      </div>
      <AuditFilters filter={filter} onFilter={setFilter} />
      <QueryView
        query={entries}
        loading={
          <Loading label="Loading the audit log">
            <Skeleton className="h-64" />
          </Loading>
        }
        error={adminTexts.notFetched}
        isEmpty={({ docs }) => docs.length === 0}
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
        {({ docs, page: shownPage, totalPages, totalDocs, isCountCapped }) => (
          <>
            {isFiltered && (
              <p className="text-sm text-soft" aria-live="polite">
                {isCountCapped ? 'More than ' : ''}
                {totalDocs.toLocaleString('en-AU')} {totalDocs === 1 ? 'entry' : 'entries'}
              </p>
            )}
            <div className="hidden md:block">
              <Table caption="Audit log" columns={columns} rows={docs} keyOf={({ _id }) => _id} />
            </div>
            <ul className="grid gap-3 md:hidden" aria-label="Audit log">
              {docs.map((row) => (
                <li key={row._id}>
                  <AuditCard row={row} />
                </li>
              ))}
            </ul>
            <Pagination
              label="Audit log"
              page={shownPage}
              totalPages={totalPages}
              onPage={setPage}
              previousAndNext
            />
          </>
        )}
      </QueryView>
    </div>
  )
}

/** An entry on a phone, where the table doesn't fit. */
function AuditCard({ row }: { row: AuditRow }) {
  const { _id, at, subject, details } = row
  const more = detailsText(details)
  return (
    <Card className="grid gap-1 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{actionLabel(row)}</span>
        <span className="figures text-soft">No. {_id}</span>
      </p>
      <time className="text-soft" dateTime={at}>
        {shortTime(at)}
      </time>
      <p className="wrap-anywhere">
        <Actor row={row} />
        {subject && subject._id !== row.actor?._id && (
          <>
            {' → '}
            <Target subject={subject} />
          </>
        )}
      </p>
      {more && <p className="text-soft wrap-anywhere">{more}</p>}
    </Card>
  )
}

/** Who did it; closed accounts no longer have an email. */
function Actor({ row: { actor } }: { row: AuditRow }) {
  if (!actor) return 'Docketbox'
  return actor.email ? <EmailText email={actor.email} /> : 'A closed account'
}

/** The person affected, or the end of an ID, which is enough to tell things apart. */
function Target({ subject }: Pick<AuditRow, 'subject'>) {
  if (!subject) return '—'
  if (subject.email) return <EmailText email={subject.email} />
  return (
    <span className="figures text-sm text-soft" title={subject._id}>
      …{subject._id.slice(-12)}
    </span>
  )
}
