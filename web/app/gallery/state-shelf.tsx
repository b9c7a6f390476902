import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TransferBar } from '#ui/data/progress.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { Row, Shelf } from './shelf.tsx'

export function StateShelf() {
  return (
    <Shelf title="States">
      <div className="grid gap-3 sm:grid-cols-2">
        {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Notice key={tone} tone={tone}>
            You have an unsaved upload.
          </Notice>
        ))}
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <EmptyState title="No files found for this category." action={<Button>Scan a docket</Button>}>
          Take a photo of a receipt, or upload a file.
        </EmptyState>
        <ErrorState onRetry={() => undefined}>Failed to load category details.</ErrorState>
      </div>
      <Loading label="Loading receipts" className="grid gap-3">
        {['a', 'b'].map((row) => (
          <div key={row} className="flex items-center gap-4">
            <Skeleton className="size-12" />
            <div className="grid grow gap-2">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-3 w-1/4" />
            </div>
          </div>
        ))}
      </Loading>
      <Row>
        <Spinner label="Loading" size="large" />
        <Spinner />
      </Row>
      <TransferBar label="Travel expenses.zip" sentBytes={1_300_000} totalBytes={undefined} />
      <TransferBar label="captured-image.png" sentBytes={1_300_000} totalBytes={4_100_000} />
    </Shelf>
  )
}
