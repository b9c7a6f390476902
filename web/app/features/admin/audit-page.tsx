import { adminTexts, type AuditRow } from '@docketbox/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { exactTime } from '#platform/dates'
import { pageMeta } from '#platform/meta'
import { usePageAddress } from '#platform/page-address'
import { PageHeading } from '#ui/page-heading'
import { Pagination } from '#ui/pagination'
import { Loading, Skeleton } from '#ui/skeleton'
import { EmptyState, ErrorState } from '#ui/states'
import { type Column, Table } from '#ui/table'
import { auditLog } from './queries.ts'

export const meta = () => pageMeta({ title: 'Audit log' })

const columns: Column<AuditRow>[] = [
  { heading: 'No.', cell: ({ _id }) => _id, align: 'right' },
  { heading: 'When', cell: ({ at }) => <time dateTime={at}>{exactTime(at)}</time> },
  { heading: 'What', cell: ({ action }) => <code className="text-sm">{action}</code> },
  { heading: 'Who', cell: ({ actor }) => actor?.email ?? 'The product' },
  { heading: 'Whom', cell: ({ subject }) => subject?.email ?? subject?._id ?? '—', className: 'break-all' },
  { heading: 'Details', cell: ({ details }) => detailsIn(details) },
]

/** What administrators did, newest first; nobody can change it. For Super Admins. */
export default function AuditPage() {
  const { page, turnTo } = usePageAddress()
  const { data, isPending, isError, isRefetching, refetch } = useQuery(auditLog(page))
  return (
    <div className="grid gap-6">
      <div>
        <PageHeading>Audit log</PageHeading>
        <p className="mt-2 max-w-prose text-soft">
          Each entry seals the one before it. Nothing here can be changed or removed without it showing.
        </p>
      </div>
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
      {data?.docs.length === 0 && <EmptyState title="Nothing was done yet." />}
      {data && data.docs.length > 0 && (
        <>
          <Table caption="Audit log" columns={columns} rows={data.docs} keyOf={({ _id }) => _id} />
          <Pagination
            label="Audit log"
            page={data.page}
            totalPages={data.totalPages}
            onPage={turnTo}
            previousAndNext
          />
        </>
      )}
    </div>
  )
}

function detailsIn(details: AuditRow['details']): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
}
