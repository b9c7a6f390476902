import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff, Lock } from 'lucide-react'
import { useNearViewport } from '#platform/page/use-near-viewport.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { filePreview } from '../queries.ts'
import { useBlobUrl } from '../use-blob-url.ts'

type ThumbnailProps = { receiptId: string; file: Pick<ReceiptFile, '_id' | 'version' | 'preview' | 'title'> }

/**
 * The small picture at the start of a row, loaded once the row comes near the viewport. Very large text needs its room in a list
 * that's a container.
 */
export function Thumbnail({ receiptId, file }: ThumbnailProps) {
  const [frameRef, isNear] = useNearViewport()
  const { data, isError } = useQuery({
    ...filePreview({ id: receiptId, file: file._id, version: file.version }, 'thumbnail'),
    enabled: isNear && file.preview === 'image',
  })
  const ref = useBlobUrl(data)
  return (
    <span
      ref={frameRef}
      className="grid h-14 w-11 shrink-0 sm:w-14 @max-[16rem]:hidden place-items-center overflow-hidden rounded-md border border-line bg-well text-soft"
    >
      {data ? (
        <img ref={ref} alt="" width={56} height={56} className="size-full object-cover dark:brightness-75" />
      ) : (
        // What's out of view isn't animated either.
        isNear && <ThumbnailFallback preview={isError ? 'failed' : file.preview} />
      )}
    </span>
  )
}

function ThumbnailFallback({ preview }: { preview: ReceiptFile['preview'] | 'failed' }) {
  if (preview === 'image') return <Skeleton className="size-full" />
  const Icon = preview === 'locked' ? Lock : preview === 'failed' ? ImageOff : FileText
  return <Icon className="size-6" aria-hidden="true" />
}
