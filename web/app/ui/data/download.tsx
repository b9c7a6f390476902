import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isAbort, type Progress } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { saveFile } from '#platform/download/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { TransferBar } from './progress.tsx'
import { toast } from '#ui/feedback/toast.ts'

type FetchOptions = { signal: AbortSignal; onProgress: (progress: Progress) => void }
type DownloadProps = {
  fetch: (options: FetchOptions) => Promise<{ blob: Blob; name: string | undefined }>
  /** The file name if the server sends none. */
  name: string
  /** The toast after the download. */
  done?: string
  onDone?: (fileName: string) => void
  /** The toast if it fails. */
  explainFailure?: (error: unknown) => string
}

/** Downloads a file; leaving the screen aborts it. */
export function useDownload({ fetch, name, done, onDone, explainFailure }: DownloadProps) {
  const controller = useRef<AbortController>(null)
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => () => controller.current?.abort(), [])

  async function save(): Promise<void> {
    const { signal } = (controller.current = new AbortController())
    setProgress({ sentBytes: 0, totalBytes: undefined })
    try {
      const file = await fetch({ signal, onProgress: setProgress })
      const fileName = file.name ?? name
      saveFile(file.blob, fileName)
      if (done) toast.success(done)
      onDone?.(fileName)
    } catch (error) {
      if (!isAbort(error)) toast.error(explainFailure?.(error) ?? receiptTexts.notDownloaded)
    } finally {
      setProgress(undefined)
    }
  }

  return {
    /** Undefined unless a download is running. */
    progress,
    start: () => void save(),
    stop: () => controller.current?.abort(),
  }
}

/** Downloads what a list shows. */
export function ExportButton({
  label,
  ...download
}: Pick<DownloadProps, 'fetch' | 'name'> & { label: string }) {
  const explainFailure = (error: unknown) =>
    error instanceof ApiError ? error.message : receiptTexts.notDownloaded
  const { progress, start } = useDownload({ ...download, explainFailure })
  return (
    <Button variant="secondary" icon={Download} busy={progress && 'Exporting…'} onClick={start}>
      {label}
    </Button>
  )
}

type DownloadProgressProps = { label: string; progress: Progress; onStop: () => void }

export function DownloadProgress({ label, progress, onStop }: DownloadProgressProps) {
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <TransferBar label={label} {...progress} />
      </div>
      <Button variant="quiet" size="small" onClick={onStop}>
        Cancel
      </Button>
    </div>
  )
}
