import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useState } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { filePreview } from '../queries.ts'
import { FileView, PreviewFailed } from '../file/view.tsx'
import { useBlobUrl } from '../use-blob-url.ts'
import type { FieldBox } from './boxes.ts'
import { ZoomPane } from './zoom-pane.tsx'

/** Receipts are taller than they are wide. Used until the picture has loaded. */
const USUAL_ASPECT = 0.6

type ReceiptImageProps = {
  receiptId: string
  file: ReceiptFile
  /** Of a PDF, counting from 1. */
  page: number
  /** Those on this page. */
  boxes: FieldBox[]
  highlighted: string | undefined
}

/** The picture of a file beside the form; on phones a strip that a tap expands. */
export function ReceiptImage(props: ReceiptImageProps) {
  const { receiptId, file } = props
  if (file.preview !== 'image') return <FileView receiptId={receiptId} file={file} />
  return <Picture key={`${file._id}-${file.version}-${props.page}`} {...props} />
}

function Picture({ receiptId, file, page, boxes, highlighted }: ReceiptImageProps) {
  const query = filePreview({ id: receiptId, file: file._id, version: file.version }, 'page', page)
  const { data, error, refetch } = useQuery(query)
  const ref = useBlobUrl(data)
  const [aspect, setAspect] = useState<number>()
  const [isExpanded, setIsExpanded] = useState(false)
  if (error) return <PreviewFailed receiptId={receiptId} file={file} error={error} refetch={refetch} />
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-md border border-line bg-well lg:h-[min(46rem,calc(100dvh-11rem))]',
        isExpanded ? 'h-[58dvh]' : 'h-28',
      )}
    >
      {!aspect && <Skeleton className="absolute inset-0 h-full" />}
      {data && (
        <ZoomPane
          aspect={aspect ?? USUAL_ASPECT}
          boxes={aspect ? boxes : []}
          highlighted={highlighted}
          isStrip={!isExpanded}
        >
          <img
            ref={ref}
            alt={page > 1 ? `${file.title}, page ${page}` : file.title}
            draggable={false}
            className={classNames('size-full', !aspect && 'invisible')}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setAspect(naturalWidth / Math.max(1, naturalHeight) || USUAL_ASPECT)
            }
          />
        </ZoomPane>
      )}
      <button
        type="button"
        aria-label={isExpanded ? 'Show less of the picture' : 'Show the whole picture'}
        onClick={() => setIsExpanded(!isExpanded)}
        className={classNames(
          'absolute lg:hidden',
          isExpanded ? 'top-2 right-2 grid size-11 place-items-center' : 'inset-0 flex justify-end p-2',
        )}
      >
        <span className="grid size-9 place-items-center rounded-md border border-line bg-sheet/95 text-soft shadow-sheet">
          {isExpanded ? <Minimize2 className="size-4.5" /> : <Maximize2 className="size-4.5" />}
        </span>
      </button>
    </div>
  )
}
