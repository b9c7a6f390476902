import { paths } from '@docketbox/contract/core/paths'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Fragment } from 'react'
import { formatDayUnbroken, isoDay } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { Button } from '#ui/controls/button.tsx'
import { onFirstClick } from '#ui/controls/first-click.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { Page } from '#ui/layout/page.tsx'
import { PagedList } from '#ui/data/paged-list.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { restoreReceipt } from '../mutations.ts'
import { binPage } from '../queries.ts'
import { DeletePermanently } from './delete-permanently.tsx'
import { EmptyBin } from './empty-bin.tsx'
import { RestoreTogether } from './restore-together.tsx'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import { Thumbnail } from '../file/thumbnail.tsx'

export const meta = () => pageMeta({ title: 'Bin' })

const RETENTION_DAYS = 30

/** Deleted receipts, which can be restored for 30 days. */
export default function BinPage() {
  const { page } = useListParams()
  return (
    <Page
      title="Bin"
      back={{ to: paths.categories, label: 'Categories' }}
      lead={`Deleted receipts stay here for ${RETENTION_DAYS} days.`}
      actions={<EmptyBin />}
    >
      <PagedList
        label="Bin"
        query={useQuery(binPage(page))}
        loading={<Loading label="Loading the bin" blocks={['h-22', 'h-22']} />}
        error={({ message }) => `${receiptTexts.notListed} ${message}`}
        empty={<EmptyState title="The bin is empty." />}
      >
        {(docs) => (
          <ul className="grid grid-cols-1 gap-2">
            {docs.map((receipt, index) => {
              const isWith = (other: Receipt | undefined) => other?.deletedAt === receipt.deletedAt
              const isAfter = isWith(docs[index - 1])
              const isTogether = isAfter || isWith(docs[index + 1])
              return (
                <Fragment key={receipt._id}>
                  {isTogether && !isAfter && <RestoreTogether deletedAt={receipt.deletedAt!} />}
                  <BinRow receipt={receipt} isTogether={isTogether} />
                </Fragment>
              )
            })}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}

type BinRowProps = {
  receipt: Receipt
  /** Whether it was deleted at the same moment as the one before or after it. */
  isTogether: boolean
}

function BinRow({ receipt, isTogether }: BinRowProps) {
  const restore = useMutation({
    ...restoreReceipt,
    // Not a callback of `mutate`: the row may be gone by then.
    onSuccess: () => toast.success('Receipt restored.'),
    onError: toastError,
  })
  const file = receipt.file[0]
  return (
    <li
      className={classNames(
        '@container flex flex-wrap items-center gap-4 rounded-lg border border-line bg-sheet p-3',
        isTogether && 'border-l-4',
      )}
    >
      {file && <Thumbnail receiptId={receipt._id} file={file} />}
      {/* So wide that on phones the buttons come below. */}
      <div className="grid min-w-0 flex-1 basis-44 grid-cols-1 gap-0.5">
        <ReceiptLines receipt={receipt} />
        {receipt.deletedAt && (
          <p className="text-xs text-soft">Deletes permanently on {deletionDay(receipt.deletedAt)}</p>
        )}
      </div>
      <Button
        variant="secondary"
        icon={Undo2}
        busy={restore.isPending && 'Restoring…'}
        onClick={onFirstClick(() => restore.mutate({ params: { uploadId: receipt._id } }))}
      >
        Restore
      </Button>
      <DeletePermanently receipt={receipt} />
    </li>
  )
}

function deletionDay(deletedAt: string): string {
  const day = new Date(deletedAt)
  day.setDate(day.getDate() + RETENTION_DAYS)
  return formatDayUnbroken(isoDay(day))
}
