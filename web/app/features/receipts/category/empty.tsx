import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Camera } from 'lucide-react'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'

/** An empty category, or a search that finds nothing: each with its way on. */
export function NothingHere({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (isNarrowed) {
    return (
      <EmptyState
        title="Nothing matches."
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all
          </Button>
        }
      >
        Try fewer words, or another income year.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={receiptTexts.noFiles}
      action={
        <ButtonLink to="/capture" icon={<Camera className="size-5" />}>
          Scan a receipt
        </ButtonLink>
      }
    >
      Photograph a receipt, or upload one that you have as a file.
    </EmptyState>
  )
}
