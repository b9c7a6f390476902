import type { Category } from '@docketbox/contract/categories'
import { receiptEndpoints } from '@docketbox/contract/receipts'
import { receiptTexts } from '@docketbox/contract/receipt-texts'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { download, isAbort, type Progress } from '#platform/api'
import { saveFile } from '#platform/save-file'
import { Button } from '#ui/button'
import { TransferBar } from '#ui/progress'
import { toast } from '#ui/toast'

/** Every file of the category as one zip, with how far it is and a way to stop it. */
export function DownloadAll({ category }: { category: Category }) {
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<Progress>()

  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    running.current = controller
    setProgress({ sentBytes: 0, totalBytes: undefined })
    try {
      const { blob, name } = await download(
        receiptEndpoints.downloadAll,
        { query: { category: category._id } },
        { signal: controller.signal, onProgress: setProgress },
      )
      saveFile(blob, name ?? `${category.name}.zip`)
      toast.success(receiptTexts.allDownloaded)
    } catch (thrown) {
      if (!isAbort(thrown)) toast.error(receiptTexts.notAllDownloaded)
    } finally {
      setProgress(undefined)
    }
  }

  if (!progress) {
    return (
      <Button variant="secondary" icon={<Download className="size-4.5" />} onClick={() => void start()}>
        Download all
      </Button>
    )
  }
  return (
    <div className="flex w-full items-end gap-3 sm:w-80">
      <div className="min-w-0 flex-1">
        <TransferBar label={`${category.name}.zip`} {...progress} />
      </div>
      <Button variant="quiet" size="small" onClick={() => running.current?.abort()}>
        Cancel
      </Button>
    </div>
  )
}
