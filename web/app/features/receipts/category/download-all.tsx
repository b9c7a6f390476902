import type { Category } from '@docketbox/contract/categories/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Download } from 'lucide-react'
import { useNavigate } from 'react-router'
import { download } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { DownloadProgress, useDownload } from '#ui/data/download.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { toast } from '#ui/feedback/toast.ts'
import { filterQuery, type ReceiptFilter } from '../queries.ts'
import { storedUserId } from '../stored-user.ts'
import type { DownloadedZip } from '../success/page.tsx'

type DownloadAllProps = {
  category: Category
  filter: ReceiptFilter
  /** Only these of them. */
  ids?: ReadonlySet<string>
}

/** Downloads what's on screen as one zip: the selected receipts, or all that match the search and income year. */
export function DownloadAll({ category, filter, ids }: DownloadAllProps) {
  const navigate = useNavigate()
  const zipName = `${category.name}.zip`
  const { progress, start, stop } = useDownload({
    fetch: (options) =>
      download(
        receiptEndpoints.downloadAll,
        { query: { ...filterQuery(filter), ...(ids && { ids: [...ids].join(',') }), user: storedUserId() } },
        options,
      ),
    name: zipName,
    done: receiptTexts.allDownloaded,
    onDone: (fileName) => {
      const state: DownloadedZip = { fileName, downloadedAt: new Date().toISOString(), category }
      void navigate(paths.success, { state })
    },
    failed: (error) =>
      error instanceof ApiError && error.status === 401
        ? receiptTexts.notSignedIn
        : receiptTexts.notAllDownloaded,
  })

  if (!progress) {
    return (
      <Button
        variant={ids ? 'primary' : 'secondary'}
        disabled={ids?.size === 0}
        className={classNames(ids && 'max-sm:grow')}
        icon={<Download className="size-4.5" aria-hidden="true" />}
        onClick={() => (storedUserId() ? start() : toast.error(receiptTexts.notSignedIn))}
      >
        {ids ? `Download selected (${ids.size})` : 'Download all'}
      </Button>
    )
  }
  return (
    <div className="w-full sm:w-80">
      <DownloadProgress label={zipName} progress={progress} onStop={stop} />
    </div>
  )
}
