import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff, Lock } from 'lucide-react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useBytesIn } from '../use-blob-url.ts'
import { picture } from '../queries.ts'

type PictureProps = { receiptId: string; file: Pick<ReceiptFile, '_id' | 'version' | 'preview' | 'title'> }

/** The small picture at the head of a row. */
export function Thumbnail({ receiptId, file }: PictureProps) {
  const { data, isError } = useQuery({
    ...picture({ id: receiptId, file: file._id, version: file.version, size: 'thumbnail' }),
    enabled: file.preview === 'image',
  })
  const show = useBytesIn(data)
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-well text-soft">
      {data ? (
        <img ref={show} alt="" width={56} height={56} className="size-full object-cover" />
      ) : (
        <Missing preview={isError ? 'failed' : file.preview} />
      )}
    </span>
  )
}

function Missing({ preview }: { preview: ReceiptFile['preview'] | 'failed' }) {
  if (preview === 'image') return <Skeleton className="size-full" />
  const Icon = preview === 'locked' ? Lock : preview === 'failed' ? ImageOff : FileText
  return <Icon className="size-6" aria-hidden="true" />
}
