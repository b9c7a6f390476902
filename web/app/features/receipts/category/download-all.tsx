import type { Category } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Download } from 'lucide-react'
import { download } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/forms/button.tsx'
import { DownloadProgress, useDownload } from '#ui/feedback/download.tsx'

/** Every file of the category as one zip, with how far it is and a way to stop it. */
export function DownloadAll({ category }: { category: Category }) {
  const name = `${category.name}.zip`
  const { progress, start, stop } = useDownload({
    fetch: (options) =>
      download(receiptEndpoints.downloadAll, { query: { category: category._id } }, options),
    name,
    done: receiptTexts.allDownloaded,
    failed: (thrown) =>
      thrown instanceof ApiError && thrown.status === 401
        ? receiptTexts.notSignedIn
        : receiptTexts.notAllDownloaded,
  })

  if (!progress) {
    return (
      <Button variant="secondary" icon={<Download className="size-4.5" />} onClick={start}>
        Download all
      </Button>
    )
  }
  return (
    <div className="w-full sm:w-80">
      <DownloadProgress label={name} progress={progress} onStop={stop} />
    </div>
  )
}
