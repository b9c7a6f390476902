import { exactTime } from '#platform/format/dates.ts'
import { fileSize } from '#platform/format/file-size.ts'
import { Card } from '#ui/layout/card.tsx'
import type { PendingFile } from '../pending/store.ts'
import { UploadFileRow } from '../pending/file-row.tsx'
import { UploadPicture } from '../pending/picture.tsx'

/** One file before it is filed: its picture, its size, when it arrived. */
export function UploadSheet({ file, isOnly }: { file: PendingFile; isOnly: boolean }) {
  const { draft, name, state } = file
  return (
    <Card className="grid gap-3 p-3 sm:p-4">
      <UploadPicture file={file} />
      {draft && state === 'arrived' ? (
        <div className="grid gap-0.5 px-1 text-sm">
          <p className="truncate font-medium">{draft.title}</p>
          <p className="figures text-soft">{measures(file)}</p>
          <p className="text-soft">
            Uploaded <time dateTime={draft.createdAt}>{exactTime(draft.createdAt)}</time>
          </p>
        </div>
      ) : (
        <ul aria-label={`Upload of ${name}`}>
          <UploadFileRow file={file} isFixed={isOnly} />
        </ul>
      )}
    </Card>
  )
}

/** `431 KB | 1200 x 1600`; what has no size in pixels says only how large it is. */
function measures({ draft, sizeBytes }: PendingFile): string {
  const size = fileSize(draft?.size ?? sizeBytes)
  return draft?.width && draft.height ? `${size} | ${draft.width} x ${draft.height}` : size
}
