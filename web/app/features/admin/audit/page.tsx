import { adminTexts, type AuditRow } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { shortTime } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage } from '#platform/page/page-param.ts'
import { Card } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { useAuditAddress } from './use-filter.ts'
import { AuditFilters } from './filters.tsx'
import { actionIn, detailsIn } from './labels.ts'
import { EmailText } from './email-text.tsx'
import { auditLog } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Audit log' })

const columns: Column<AuditRow>[] = [
  { heading: 'No.', cell: ({ _id }) => _id, align: 'right' },
  {
    heading: 'When',
    cell: ({ at }) => <time dateTime={at}>{shortTime(at)}</time>,
    className: 'whitespace-nowrap',
  },
  {
    heading: 'What',
    cell: (row) => <span title={row.action}>{actionIn(row)}</span>,
    className: 'min-w-40 font-medium',
  },
  { heading: 'Who', cell: (row) => <Actor row={row} />, className: 'wrap-break-word' },
  {
    heading: 'Whom or what',
    cell: ({ subject }) => <Subject subject={subject} />,
    className: 'wrap-break-word',
  },
  { heading: 'Details', cell: ({ details }) => detailsIn(details), className: 'min-w-32' },
]

/** What administrators did, newest first; nobody can change it. For Super Admins. */
export default function AuditPage() {
  const { filter, narrow, setPage } = useAuditAddress()
  const { data, isPending, isError, isRefetching, refetch } = useQuery(auditLog(filter))
  const isNarrowed = filter.group !== '' || filter.email !== ''
  useClampedPage(data, setPage)
  return (
    <div className="grid gap-6">
      <div>
        <PageHeading>Audit log</PageHeading>
        <p className="mt-2 max-w-prose text-soft">
          Each entry seals the one before it. Nothing here can be changed or removed without it showing.
        </p>
      </div>
      <AuditFilters filter={filter} onNarrow={narrow} />
      {isPending && (
        <Loading label="Loading the audit log">
          <Skeleton className="h-64" />
        </Loading>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {adminTexts.notFetched}
        </ErrorState>
      )}
      {data?.docs.length === 0 &&
        (isNarrowed ? (
          <EmptyState title="No entry matches.">Type the whole email, or choose something else.</EmptyState>
        ) : (
          <EmptyState title="Nothing was done yet." />
        ))}
      {data && data.docs.length > 0 && (
        <>
          {isNarrowed && (
            <p className="text-sm text-soft" aria-live="polite">
              {data.isCountCapped ? 'More than ' : ''}
              {data.totalDocs.toLocaleString('en-AU')} {data.totalDocs === 1 ? 'entry' : 'entries'}
            </p>
          )}
          <div className="hidden md:block">
            <Table caption="Audit log" columns={columns} rows={data.docs} keyOf={({ _id }) => _id} />
          </div>
          <ul className="grid gap-3 md:hidden" aria-label="Audit log">
            {data.docs.map((row) => (
              <li key={row._id}>
                <Entry row={row} />
              </li>
            ))}
          </ul>
          <Pagination
            label="Audit log"
            page={data.page}
            totalPages={data.totalPages}
            onPage={setPage}
            previousAndNext
          />
        </>
      )}
    </div>
  )
}

/** An entry where there is no room for a table. */
function Entry({ row }: { row: AuditRow }) {
  const { _id, at, subject, details } = row
  const more = detailsIn(details)
  return (
    <Card className="grid gap-1 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{actionIn(row)}</span>
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
            <Subject subject={subject} />
          </>
        )}
      </p>
      {more && <p className="text-soft wrap-anywhere">{more}</p>}
    </Card>
  )
}

/** Who did it; the address of somebody who is gone is gone too. */
function Actor({ row: { actor } }: { row: AuditRow }) {
  if (!actor) return 'The product'
  return actor.email ? <EmailText email={actor.email} /> : 'A closed account'
}

/** Somebody, or a thing that has no more than an id; its last part tells it from others. */
function Subject({ subject }: Pick<AuditRow, 'subject'>) {
  if (!subject) return '—'
  if (subject.email) return <EmailText email={subject.email} />
  return (
    <span className="figures text-sm text-soft" title={subject._id}>
      …{subject._id.slice(-12)}
    </span>
  )
}
