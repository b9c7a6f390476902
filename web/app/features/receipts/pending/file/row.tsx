import { fileSize } from '@docketbox/contract/core/file-size'
import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { TransferBar } from '#ui/data/progress.tsx'
import type { PendingFile } from '../upload.ts'
import { cancelFile, retryFile } from '../transfers.ts'

type FileRowProps = {
  file: PendingFile
  /** Without a button to remove it. */
  isFixed: boolean
}

/** A chosen file with its upload progress, and buttons to retry or remove it. */
export function FileRow({ file, isFixed }: FileRowProps) {
  const { id, name, sizeBytes, state, sentBytes, problem } = file
  const isInProgress = state === 'waiting' || state === 'uploading'
  return (
    <li className="grid grid-cols-1 gap-1 rounded-md border border-line bg-sheet py-1.5 pr-1.5 pl-4">
      <div className="flex min-h-11 items-center gap-2">
        <div className="min-w-0 flex-1">
          {isInProgress ? (
            <TransferBar label={name} sentBytes={sentBytes} totalBytes={sizeBytes} />
          ) : (
            <p className="flex items-center gap-2 text-sm">
              {state === 'uploaded' && (
                <CircleCheck className="size-4.5 shrink-0 text-leaf" aria-label="Uploaded" />
              )}
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="figures shrink-0 text-soft">{fileSize(sizeBytes)}</span>
            </p>
          )}
        </div>
        {!isFixed && (
          <IconButton
            icon={X}
            label={isInProgress ? `Cancel ${name}` : `Remove ${name}`}
            onClick={() => cancelFile(id)}
          />
        )}
      </div>
      {problem && (
        <p
          role="alert"
          className="flex items-start gap-1.5 pr-2 pb-1.5 text-[0.8125rem] font-medium text-clay-deep"
        >
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">{name}: </span>
          {problem}
        </p>
      )}
      {state === 'failed' && (
        <Button
          variant="secondary"
          size="small"
          className="mb-1.5 justify-self-start"
          icon={RotateCw}
          onClick={() => retryFile(id)}
        >
          Try again
        </Button>
      )}
    </li>
  )
}
