import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { browserImageTypes } from '../pending/file/preview.tsx'
import { draftThumbnail } from '../to-file/queries.ts'
import { useBlobUrl } from '../use-blob-url.ts'
import type { AttachedFileState } from './use-attached-file.ts'

type AttachedFileProps = { attached: AttachedFileState; file: File; isFixed: boolean; onRemove: () => void }

/** The chosen file: its picture, what was read on it, and a button that removes it. */
export function AttachedFile({ attached, file, isFixed, onRemove }: AttachedFileProps) {
  const { draft, read, isUploading, problem } = attached
  const detail = [read?.supplier && file.name, read?.total && `$${read.total}`].filter(Boolean).join(' · ')
  const isReading = draft?.reading.state === 'waiting'
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3 rounded-md border border-line p-2">
        <Picture attached={attached} file={file} />
        <span className="grid min-w-0 grow">
          <span className="truncate font-medium">{read?.supplier || file.name}</span>
          <output className="truncate text-[0.8125rem] text-soft">
            {isUploading ? 'Uploading…' : isReading ? 'Reading…' : detail}
          </output>
        </span>
        <Button variant="quiet" size="small" disabled={isFixed} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {problem && (
        <p role="alert" className="text-[0.8125rem] font-medium text-clay-deep">
          {problem}
        </p>
      )}
    </div>
  )
}

function Picture({ attached: { draft }, file }: Pick<AttachedFileProps, 'attached' | 'file'>) {
  const isHere = browserImageTypes.includes(file.type)
  const preview = useQuery({
    ...draftThumbnail(draft ?? missing),
    enabled: !isHere && draft?.preview === 'image',
  })
  const picture = isHere ? file : preview.data
  const ref = useBlobUrl(picture)
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-md bg-well text-soft">
      {picture ? (
        <img ref={ref} alt="" className="size-full object-cover dark:brightness-75" />
      ) : (
        <FileText className="size-6" aria-hidden="true" />
      )}
    </span>
  )
}

/** Stands for a draft that isn't uploaded yet, in a query that isn't enabled. */
const missing = { uri: '', adjustedAt: undefined }
