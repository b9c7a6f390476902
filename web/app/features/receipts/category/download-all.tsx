import type { Category } from '@docketbox/contract/categories/endpoints'
import { Download } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { DownloadProgress } from '#ui/data/download.tsx'
import { useZipDownload } from '../bulk/use-zip-download.ts'
import type { ShownFilter } from '../list/params.ts'

type DownloadAllProps = { category: Category; filter: ShownFilter }

/** Downloads what's on screen as one zip: all that match the search and filters. */
export function DownloadAll({ category, filter }: DownloadAllProps) {
  const { name, progress, start, stop } = useZipDownload({ query: filter, category })
  if (!progress) {
    return (
      <Button variant="secondary" icon={Download} onClick={start}>
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
