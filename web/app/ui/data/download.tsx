import { useEffect, useRef, useState } from 'react'
import { isAbort, type Progress } from '#platform/api/client.ts'
import { saveFile } from '#platform/storage/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { TransferBar } from './progress.tsx'
import { toast } from '#ui/feedback/toast.ts'

type Fetching = { signal: AbortSignal; onProgress: (progress: Progress) => void }
type DownloadProps = {
  fetch: (options: Fetching) => Promise<{ blob: Blob; name: string | undefined }>
  /** What the file is called where the server does not say. */
  name: string
  /** What is said when it is there. */
  done?: string
  onDone?: (fileName: string) => void
  /** What is said when it does not come. */
  failed: string | ((thrown: unknown) => string)
}

/** Fetches a file and hands it to the browser's downloads. Leaving the screen aborts it. */
export function useDownload({ fetch, name, done, onDone, failed }: DownloadProps) {
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => () => running.current?.abort(), [])

  async function save(): Promise<void> {
    const { signal } = (running.current = new AbortController())
    setProgress({ sentBytes: 0, totalBytes: undefined })
    try {
      const file = await fetch({ signal, onProgress: setProgress })
      const fileName = file.name ?? name
      saveFile(file.blob, fileName)
      if (done) toast.success(done)
      onDone?.(fileName)
    } catch (thrown) {
      if (!isAbort(thrown)) toast.error(typeof failed === 'string' ? failed : failed(thrown))
    } finally {
      setProgress(undefined)
    }
  }

  return {
    /** How far it is; undefined while nothing is on its way. */
    progress,
    start: () => void save(),
    stop: () => running.current?.abort(),
  }
}

/** How far a file is, and a way to stop it. */
export function DownloadProgress({
  label,
  progress,
  onStop,
}: {
  label: string
  progress: Progress
  onStop: () => void
}) {
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
