import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { fileSize } from '#platform/format/file-size.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { TransferBar } from '#ui/feedback/progress.tsx'
import type { PendingFile } from './store.ts'
import { removeFile, retryFile } from './transfers.ts'

type UploadFileRowProps = {
  file: PendingFile
  /** It cannot be taken out here. */
  isFixed?: boolean
}

/** A chosen file: how far it is, and what can be done about it. */
export function UploadFileRow({ file, isFixed = false }: UploadFileRowProps) {
  const { id, name, sizeBytes, state, sentBytes, problem } = file
  const isUnderway = state === 'waiting' || state === 'sending'
  return (
    <li className="grid gap-1 rounded-md border border-line bg-sheet py-1.5 pr-1.5 pl-4">
      <div className="flex min-h-11 items-center gap-2">
        <div className="min-w-0 flex-1">
          {isUnderway ? (
            <TransferBar label={name} sentBytes={sentBytes} totalBytes={sizeBytes} />
          ) : (
            <p className="flex items-center gap-2 text-sm">
              {state === 'arrived' && (
                <CircleCheck className="size-4.5 shrink-0 text-leaf" aria-label="Uploaded" />
              )}
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="figures shrink-0 text-soft">{fileSize(sizeBytes)}</span>
            </p>
          )}
        </div>
        {state === 'failed' && (
          <Button variant="secondary" icon={<RotateCw className="size-4" />} onClick={() => retryFile(id)}>
            Retry
          </Button>
        )}
        {!isFixed && (
          <IconButton label={isUnderway ? `Cancel ${name}` : `Remove ${name}`} onClick={() => removeFile(id)}>
            <X className="size-5" />
          </IconButton>
        )}
      </div>
      {problem && (
        <p
          role="alert"
          className="flex items-start gap-1.5 pr-2 pb-1.5 text-[0.8125rem] font-medium text-clay-deep"
        >
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
    </li>
  )
}
