import { fileSize } from '@docketbox/contract/core/file-size'
import { longTime } from '#platform/format/dates.ts'
import { Card } from '#ui/layout/card.tsx'
import { FilePreview } from '../pending/file/preview.tsx'
import { FileRow } from '../pending/file/row.tsx'
import type { PendingFile } from '../pending/upload.ts'

export function FileCard({ file, isOnly }: { file: PendingFile; isOnly: boolean }) {
  const { draft, name, state } = file
  return (
    <Card className="grid gap-3 p-3 sm:p-4">
      <FilePreview file={file} />
      {draft && state === 'uploaded' ? (
        <div className="grid gap-0.5 px-1 text-sm">
          <p className="truncate font-medium">{draft.title}</p>
          <p className="figures text-soft">{dimensions(file)}</p>
          <p className="text-soft">
            Uploaded <time dateTime={draft.createdAt}>{longTime(draft.createdAt)}</time>
          </p>
        </div>
      ) : (
        <ul aria-label={`Upload of ${name}`}>
          <FileRow file={file} isFixed={isOnly} />
        </ul>
      )}
    </Card>
  )
}

/** `0.42 MB | 1200 x 1600`, or only the size for a document. */
function dimensions({ draft, sizeBytes }: PendingFile): string {
  const size = fileSize(draft?.size ?? sizeBytes)
  return draft?.width && draft.height ? `${size} | ${draft.width} x ${draft.height}` : size
}
