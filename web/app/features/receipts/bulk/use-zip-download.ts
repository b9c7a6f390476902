import type { Category } from '@docketbox/contract/categories/endpoints'
import type { Input } from '@docketbox/contract/core/endpoint'
import { paths } from '@docketbox/contract/core/paths'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { download } from '#platform/download/download.ts'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { reload } from '#platform/api/reload.ts'
import { useDownload } from '#ui/data/download.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { receiptReads } from '../mutations.ts'
import type { DownloadedZip } from '../success/page.tsx'

type ZipDownload = {
  query: Input<typeof receiptEndpoints.downloadAll>['query']
  /** Whose receipts they are. The zip of a category leads to a page that links back to it. */
  category: Category | undefined
  /** Receives the selected ones that aren't there any more. */
  onMissing?: (ids: readonly string[]) => void
  /** If none of the selected ones is there any more. */
  onAllMissing?: () => void
}

export function useZipDownload({ query, category, onMissing, onAllMissing }: ZipDownload) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leaveOutMissing = (error: unknown): never => {
    if (isRefusedWith(error, receiptRefusals.selectionChanged)) {
      onMissing?.((query.ids?.split(',') ?? []).filter((_, index) => `ids.${index}` in error.fields))
      void reload(client, receiptReads)
    } else if (areAllMissing(error)) {
      onAllMissing?.()
      void reload(client, receiptReads)
    }
    throw error
  }
  const areAllMissing = (error: unknown) =>
    onAllMissing !== undefined && isRefusedWith(error, receiptRefusals.nothingToDownload)
  const name = `${category?.name ?? 'Receipts'}.zip`
  const { progress, start, stop } = useDownload({
    fetch: (options) =>
      download(
        receiptEndpoints.downloadAll,
        { query: { ...query, ...(category && { category: category._id }), user: storedUserId() } },
        options,
      ).catch(leaveOutMissing),
    name,
    done: receiptTexts.allDownloaded,
    onDone: (fileName) => {
      if (!category) return
      const state: DownloadedZip = { fileName, downloadedAt: new Date().toISOString(), category }
      void navigate(paths.success, { state })
    },
    explainFailure: (error) => {
      if (!(error instanceof ApiError)) return receiptTexts.notAllDownloaded
      if (error.code === receiptRefusals.selectionChanged.code) return error.message
      if (areAllMissing(error)) return receiptTexts.selectionGone
      return error.status === 401 ? receiptTexts.notSignedIn : receiptTexts.notAllDownloaded
    },
  })
  return {
    name,
    progress,
    stop,
    start: () => (storedUserId() ? start() : toast.error(receiptTexts.notSignedIn)),
  }
}
