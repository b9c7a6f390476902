import { paths } from '@docketbox/contract/core/paths'
import { Camera } from 'lucide-react'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'

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
    <EmptyState
      title={title}
      action={
        <ButtonLink to={paths.capture} icon={<Camera className="size-5" />}>
          Scan a receipt
        </ButtonLink>
      }
    >
      Take a photo of a receipt, or upload a file.
    </EmptyState>
  )
}
