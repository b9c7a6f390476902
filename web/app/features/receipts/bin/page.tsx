import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { plainDate } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage, usePageParam } from '#platform/page/page-param.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { Button } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useRestoreReceipt } from '../mutations.ts'
import { Thumbnail } from '../receipt/thumbnail.tsx'
import { trashPage } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Trash' })

const DAYS_KEPT = 30

/** Deleted receipts, which wait here for 30 days. */
export default function TrashPage() {
  const { page, setPage } = usePageParam()
  const { data, isPending, isError, isRefetching, refetch } = useQuery(trashPage(page))
  useClampedPage(data, setPage)
  return (
    <div className="grid gap-6">
      <div>
        <BackLink to="/categories">Categories</BackLink>
        <PageHeading>Trash</PageHeading>
        <p className="mt-2 text-soft">
          What you delete waits here for {DAYS_KEPT} days. After that it is gone for good.
        </p>
      </div>
      {isPending && (
        <Loading label="Loading the trash" className="grid gap-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </Loading>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {receiptTexts.notListed.replace(':', '.')}
        </ErrorState>
      )}
      {data?.docs.length === 0 && <EmptyState title="The trash is empty." />}
      {data && data.docs.length > 0 && (
        <>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {data.docs.map((receipt) => (
              <TrashRow key={receipt._id} receipt={receipt} />
            ))}
          </ul>
          <Pagination label="Trash" page={data.page} totalPages={data.totalPages} onPage={setPage} />
        </>
      )}
    </div>
  )
}

function TrashRow({ receipt }: { receipt: Receipt }) {
  const restore = useRestoreReceipt()
  const file = receipt.file[0]
  const bringBack = () =>
    restore.mutate(receipt._id, {
      onSuccess: () => toast.success('Receipt restored.'),
      onError: ({ message }) => toast.error(message),
    })
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-sheet p-3">
      {file && <Thumbnail receiptId={receipt._id} file={file} />}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{file?.title}</p>
        <p className="truncate text-sm text-soft">{receipt.description}</p>
        {receipt.deletedAt && (
          <p className="text-xs text-soft">Gone for good after {plainDate(lastDay(receipt.deletedAt))}</p>
        )}
      </div>
      <Button
        variant="secondary"
        icon={<Undo2 className="size-4.5" />}
        busy={restore.isPending && 'Restoring…'}
        onClick={bringBack}
      >
        Restore
      </Button>
    </li>
  )
}

function lastDay(deletedAt: string): string {
  const day = new Date(deletedAt)
  day.setDate(day.getDate() + DAYS_KEPT)
  return day.toISOString()
}
