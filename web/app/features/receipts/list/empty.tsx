import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { AddReceiptLink } from '../add-receipt-link.tsx'

/** A search without results. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No matching receipts."
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all
        </Button>
      }
    >
      Try fewer words or filters.
    </EmptyState>
  )
}

export function NoReceipts({ title }: { title: string }) {
  return (
    <EmptyState title={title} action={<AddReceiptLink by="scan">Scan a receipt</AddReceiptLink>}>
      Take a photo of a receipt, or upload a file.
    </EmptyState>
  )
}
