import { fileSize } from '@docketbox/contract/core/file-size'
import { type Pack, packEndpoints } from '@docketbox/contract/packs/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download } from '#platform/download/download.ts'
import { ApiError } from '#platform/api/error.ts'
import { reload } from '#platform/api/reload.ts'
import { Button } from '#ui/controls/button.tsx'
import { DownloadProgress, useDownload } from '#ui/data/download.tsx'

type PackDownloadProps = { pack: Pack; isSmall?: boolean }

/** Downloads a pack; an interrupted download continues where it stopped. */
export function PackDownload({ pack, isSmall = false }: PackDownloadProps) {
  const client = useQueryClient()
  const explainFailure = (error: unknown) => {
    // A damaged pack is replaced by another one.
    void reload(client, [packEndpoints.list])
    return error instanceof ApiError ? error.message : 'We couldn’t download your pack. Please try again.'
  }
  const { progress, start, stop } = useDownload({
    fetch: (options) => download(packEndpoints.download, { params: { packId: pack._id } }, options),
    name: `tax-pack-${pack.incomeYear}.zip`,
    done: 'Your pack has been downloaded.',
    explainFailure,
  })
  if (progress)
    return (
      <DownloadProgress
        label="Downloading"
        progress={{ ...progress, totalBytes: pack.sizeBytes ?? undefined }}
        onStop={stop}
      />
    )
  if (isSmall)
    return (
      <Button size="small" variant="quiet" className="max-sm:-ml-3" icon={Download} onClick={start}>
        Download
      </Button>
    )
  return (
    <div>
      <Button icon={Download} onClick={start} className="max-sm:w-full">
        Download pack ({fileSize(pack.sizeBytes ?? 0)})
      </Button>
    </div>
  )
}
