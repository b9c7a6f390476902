import { receiptTitle } from '@docketbox/contract/receipts/naming'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, X } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { explainNotFound, receiptDetails } from '../queries.ts'
import { ReceiptContents, ReceiptSummary } from '../receipt/dialog.tsx'
import type { useOpenReceipt } from './use-open-receipt.ts'

/** The selected receipt beside the list. */
export function DetailsPanel({ receipt }: { receipt: ReturnType<typeof useOpenReceipt> }) {
  const isEmpty = receipt.id === '' || receipt.isDialogOpen
  return (
    <aside
      aria-label="Selected receipt"
      // Printed without the list.
      data-printed={isEmpty ? undefined : true}
      className={classNames(
        'sticky top-6 max-[75rem]:order-first max-h-[calc(100dvh-3rem)] overflow-y-auto rounded-lg border border-line bg-sheet p-5',
        isEmpty
          ? 'print:hidden'
          : 'print:static print:max-h-none print:overflow-visible print:border-0 print:p-0',
      )}
    >
      {isEmpty ? (
        <p className="grid min-h-64 place-content-center text-center text-sm text-soft">
          Select a receipt to see it here.
          <br />
          Use the arrow keys to move through the list and Enter to open a receipt.
        </p>
      ) : (
        <Selected key={receipt.id} receipt={receipt} />
      )}
    </aside>
  )
}

function Selected({
  receipt: { id, open, select, leave, setHasChanges },
}: Parameters<typeof DetailsPanel>[0]) {
  const query = useQuery(receiptDetails(id))
  const { data } = query
  return (
    <>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 pt-1.5">
          <h2 className="text-lg wrap-anywhere">{data ? receiptTitle(data) : 'Receipt'}</h2>
          <p className="mt-1 mb-4 min-h-20 text-sm text-soft">{data && <ReceiptSummary receipt={data} />}</p>
        </div>
        <IconButton
          icon={Maximize2}
          iconClassName="size-4.5"
          label="Open in a dialog"
          onClick={() => open(id)}
        />
        <IconButton icon={X} label="Close" className="-mr-2" onClick={() => select('')} />
      </div>
      <QueryView
        query={query}
        loading={
          <Loading label="Loading the receipt" className="grid gap-4" blocks={['h-[45dvh]', 'h-24']} />
        }
        error={explainNotFound}
      >
        {(details) => (
          <ReceiptContents
            receipt={details}
            isEditing={false}
            onClose={leave}
            onRequestClose={() => undefined}
            onDirtyChange={setHasChanges}
          />
        )}
      </QueryView>
    </>
  )
}
