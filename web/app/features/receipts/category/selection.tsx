import type { Category } from '@docketbox/contract/categories/endpoints'
import { MAX_SELECTED } from '@docketbox/contract/receipts/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { StickyActions } from '../pending/sticky-actions.tsx'
import { receiptPage, type ReceiptFilter } from '../queries.ts'
import { DownloadAll } from './download-all.tsx'
import type { Selection } from './use-selection.ts'

type SelectionLineProps = { filter: ReceiptFilter; total: number; selection: Selection }

/** How many receipts there are, how many are selected, and the button to select them. */
export function SelectionLine({ filter, total, selection }: SelectionLineProps) {
  const client = useQueryClient()
  const selectAll = () =>
    client
      .fetchQuery(receiptPage(filter, 1, MAX_SELECTED))
      .then(({ docs }) => selection.select(docs.map(({ _id }) => _id)))
      .catch(({ message }: Error) => toast.error(message))
  const receipts = total === 1 ? '1 receipt' : `${total.toLocaleString('en-AU')} receipts`
  return (
    <div className="-my-2 flex min-h-11 items-center justify-between gap-3">
      <p className="text-sm text-soft" aria-live="polite">
        {selection.isSelecting ? `${selection.ids.size} of ${receipts} selected` : receipts}
      </p>
      {selection.isSelecting ? (
        <Button variant="quiet" size="small" onClick={() => void selectAll()}>
          {total > MAX_SELECTED ? `Select the first ${MAX_SELECTED}` : 'Select all'}
        </Button>
      ) : (
        <Button variant="quiet" size="small" className="sm:hidden" onClick={selection.start}>
          Select
        </Button>
      )}
    </div>
  )
}

type SelectionBarProps = { category: Category; filter: ReceiptFilter; selection: Selection }

/** What can be done with the selected receipts, within reach of the thumb. */
export function SelectionBar({ category, filter, selection }: SelectionBarProps) {
  return (
    <StickyActions always>
      <IconButton label="Clear selection" onClick={selection.clear}>
        <X className="size-5" />
      </IconButton>
      <DownloadAll category={category} filter={filter} ids={selection.ids} />
    </StickyActions>
  )
}
