import { paths } from '@docketbox/contract/core/paths'
import { formatDay } from '@docketbox/contract/core/dates'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage, usePageParam } from '#platform/page/page-param.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { Button } from '#ui/controls/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { restoreReceipt } from '../mutations.ts'
import { binPage } from '../queries.ts'
import { Thumbnail } from '../receipt/thumbnail.tsx'

export const meta = () => pageMeta({ title: 'Bin' })

const RETENTION_DAYS = 30

/** Deleted receipts, which can be restored for 30 days. */
export default function BinPage() {
  const { page, setPage } = usePageParam()
  const query = useQuery(binPage(page))
  useClampedPage(query.data, setPage)
  return (
    <div className="grid gap-6">
      <div>
        <BackLink to={paths.categories}>Categories</BackLink>
        <PageHeading>Bin</PageHeading>
        <p className="mt-2 text-soft">Deleted receipts stay here for {RETENTION_DAYS} days.</p>
      </div>
      <QueryView
        query={query}
        loading={
          <Loading label="Loading the bin" className="grid gap-2">
            <Skeleton className="h-22 rounded-lg" />
            <Skeleton className="h-22 rounded-lg" />
          </Loading>
        }
        error={({ message }) => `${receiptTexts.notListed} ${message}`}
        isEmpty={({ docs }) => docs.length === 0}
        empty={<EmptyState title="The bin is empty." />}
      >
        {({ docs, page: shownPage, totalPages }) => (
          <>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {docs.map((receipt) => (
                <BinRow key={receipt._id} receipt={receipt} />
              ))}
            </ul>
            <Pagination label="Bin" page={shownPage} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryView>
    </div>
  )
}

function BinRow({ receipt }: { receipt: Receipt }) {
  const restore = useMutation(restoreReceipt)
  const file = receipt.file[0]
  const handleRestore = () =>
    restore.mutate(
      { params: { uploadId: receipt._id } },
      {
        onSuccess: () => toast.success('Receipt restored.'),
        onError: ({ message }) => toast.error(message),
      },
    )
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-sheet p-3">
      {file && <Thumbnail receiptId={receipt._id} file={file} />}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{file?.title}</p>
        <p className="truncate text-sm text-soft">{receipt.description}</p>
        {receipt.deletedAt && (
          <p className="text-xs text-soft">Deletes permanently on {deletionDay(receipt.deletedAt)}</p>
        )}
      </div>
      <Button
        variant="secondary"
        icon={<Undo2 className="size-4.5" />}
        busy={restore.isPending && 'Restoring…'}
        onClick={handleRestore}
      >
        Restore
      </Button>
    </li>
  )
}

function deletionDay(deletedAt: string): string {
  const day = new Date(deletedAt)
  day.setDate(day.getDate() + RETENTION_DAYS)
  return formatDay(today(day))
}
