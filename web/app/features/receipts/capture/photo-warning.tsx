import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { updateFile } from '../pending/store.ts'
import type { PendingFile } from '../pending/upload.ts'

/** What makes a photo hard to read. */
export function PhotoWarning({
  photo,
  isSaving,
  onRetake,
}: {
  photo: PendingFile | undefined
  isSaving: boolean
  onRetake: (photo: PendingFile) => void
}) {
  if (!photo) return null
  return (
    <Notice tone="warning" role="alert">
      <div className="-my-2 flex flex-wrap items-center gap-x-1">
        <span className="mr-auto py-2 font-medium">{photo.warning}</span>
        {!isSaving && (
          // The buttons wrap together.
          <span className="-mx-3 flex flex-wrap">
            <Button variant="quiet" size="small" onClick={() => onRetake(photo)}>
              Retake
            </Button>
            <Button variant="quiet" size="small" onClick={() => updateFile(photo.id, { warning: undefined })}>
              Keep
            </Button>
          </span>
        )}
      </div>
    </Notice>
  )
}
