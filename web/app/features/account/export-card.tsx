import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isAbort, type Progress } from '#platform/api'
import { ApiError } from '#platform/api-error'
import { saveFile } from '#platform/save-file'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { TransferBar } from '#ui/progress'
import { toast } from '#ui/toast'
import { downloadEverything } from './queries.ts'

/** Everything one has here as one zip, with how far it is and a way to stop it. */
export function ExportCard() {
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<Progress>()

  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    running.current = controller
    setProgress({ sentBytes: 0, totalBytes: undefined })
    try {
      const { blob, name } = await downloadEverything({
        signal: controller.signal,
        onProgress: setProgress,
      })
      saveFile(blob, name ?? 'everything.zip')
      toast.success('Your data was downloaded.')
    } catch (thrown) {
      if (!isAbort(thrown))
        toast.error(thrown instanceof ApiError ? thrown.message : 'Failed to download your data.')
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Take everything with you</h2>
      <p className="text-soft">
        One zip with every receipt as you sent it, earlier versions and the trash, a list for your
        spreadsheet, your payments with their tax invoices, and what was done to your account. It stays open
        to you when your plan has ended.
      </p>
      {progress ? (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <TransferBar label="Your data" {...progress} />
          </div>
          <Button variant="quiet" size="small" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </div>
      ) : (
        <div>
          <Button variant="secondary" icon={<Download className="size-4.5" />} onClick={() => void start()}>
            Download my data
          </Button>
        </div>
      )}
    </Card>
  )
}
