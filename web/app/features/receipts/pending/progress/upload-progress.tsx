import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reload } from '#platform/api/reload.ts'
import { product } from '#platform/page/product.ts'
import { Button } from '#ui/controls/button.tsx'
import { TransferBar } from '#ui/data/progress.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { isUnsent } from '../limits.ts'
import { useOutgoing } from '../../outgoing/list.ts'
import { setAsideFiles } from '../../outgoing/set-aside.ts'
import { clearPending, isBatch, pendingUpload, usePendingUpload } from '../store.ts'
import { NOT_STORED, type PendingFile } from '../upload.ts'
import { cancelUnsent, forgetRefused, retryFailed } from '../transfers.ts'

/** Whether files that will wait in To file are still on their way. */
export function useIsUploading(): boolean {
  return useUnfiledFiles().some(isUnsent)
}

/** The files of a batch, and those that made room for another upload. */
function useUnfiledFiles(): readonly PendingFile[] {
  const pending = usePendingUpload()
  const setAside = setAsideFiles(useOutgoing())
  return isBatch(pending) ? [...setAside, ...pending.files] : setAside
}

/** The upload progress of what will wait in To file, with buttons to cancel and retry. Clears a batch once it's uploaded. */
export function UploadProgress() {
  const client = useQueryClient()
  const files = useUnfiledFiles()
  const uploaded = files.filter(({ state }) => state === 'uploaded').length
  const failed = files.filter(({ state }) => state === 'failed')
  const refused = files.filter(({ state }) => state === 'refused')
  const isUploading = files.some(isUnsent)

  useEffect(retryFailed, [])
  useEffect(() => {
    if (isUploading) return
    void reload(client, [receiptEndpoints.drafts, receiptEndpoints.summary])
    const current = pendingUpload()
    // The first file's row has what was typed about it.
    if (isBatch(current) && current.files.every(({ state }) => state === 'uploaded')) clearPending()
  }, [isUploading, refused.length, client])

  if (files.length === 0 || (!isUploading && refused.length === 0)) return null
  return (
    <section aria-label="Upload progress" className="grid gap-3">
      {isUploading && (
        <div className="grid gap-2 rounded-lg border border-line bg-sheet p-4">
          <TransferBar
            label={`Uploaded ${uploaded} of ${files.length - refused.length}`}
            sentBytes={files.reduce((sum, file) => sum + bytesSent(file), 0)}
            totalBytes={files.reduce(
              (sum, { sizeBytes, state }) => sum + (state === 'refused' ? 0 : sizeBytes),
              0,
            )}
          />
          <div className="flex flex-wrap items-center gap-2">
            {failed.length > 0 && (
              <>
                <p className="text-sm text-clay-deep">
                  {failed.length === 1
                    ? 'One file isn’t uploaded yet.'
                    : `${failed.length} files aren’t uploaded yet.`}{' '}
                  {failed.find(({ isStuck }) => isStuck)?.problem ??
                    (failed.some(({ isOnlyHere }) => isOnlyHere)
                      ? NOT_STORED
                      : `We’ll try again when ${product.name} is open and online.`)}
                </p>
                <Button variant="secondary" size="small" icon={RotateCw} onClick={retryFailed}>
                  Try now
                </Button>
              </>
            )}
            <CancelRest count={files.filter(isUnsent).length} />
          </div>
        </div>
      )}
      {refused.length > 0 && (
        <Notice tone="danger" role="alert">
          <p className="font-semibold">
            {refused.length === 1 ? 'One file wasn’t uploaded' : `${refused.length} files weren’t uploaded`}
          </p>
          <ul className="mt-1 grid gap-1">
            {refused.map(({ id, name, problem }) => (
              <li key={id}>
                {name}: {problem}
              </li>
            ))}
          </ul>
          <Button variant="secondary" size="small" className="mt-2" onClick={forgetRefused}>
            OK
          </Button>
        </Notice>
      )}
    </section>
  )
}

/** Asks first: a photo taken here is nowhere else until it's uploaded. */
function CancelRest({ count }: { count: number }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" icon={X} onClick={() => setIsAsking(true)}>
        Cancel the rest
      </Button>
      <AlertDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={count === 1 ? 'Cancel this upload?' : `Cancel ${count} uploads?`}
        confirm={count === 1 ? 'Cancel upload' : 'Cancel uploads'}
        cancel="Keep uploading"
        onConfirm={cancelUnsent}
      >
        {count === 1
          ? 'We don’t have this file yet. If you took the photo here, it will be lost.'
          : 'We don’t have these files yet. Photos you took here will be lost.'}
      </AlertDialog>
    </>
  )
}

function bytesSent({ state, sizeBytes, sentBytes }: { state: string; sizeBytes: number; sentBytes: number }) {
  return state === 'uploaded' ? sizeBytes : state === 'refused' ? 0 : sentBytes
}
