import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusedWith } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { filePreview, originalFile, useRetryPreview } from '../queries.ts'
import { useBlobUrl } from '../use-blob-url.ts'
import { explainUnreadable } from './unreadable.ts'

type FileViewProps = {
  receiptId: string
  file: ReceiptFile
  /** Whether there's a button beside it that downloads the file. */
  canDownload?: boolean
}

/** Previews a file: the image, the pages of a PDF, or why there's no preview. */
export function FileView(props: FileViewProps) {
  const { file } = props
  // Most phones can't show a PDF inside a page; the server renders its first page.
  if (file.preview === 'image' && file.type === 'application/pdf' && navigator.pdfViewerEnabled !== false)
    return <PdfView {...props} />
  return <FilePicture {...props} />
}

/** The picture of a file, or of one page of a PDF, without loading the original. */
export function FilePicture({ page = 1, ...props }: FileViewProps & { page?: number }) {
  const { file } = props
  if (file.preview === 'none') return <Notice>{receiptTexts.noDocumentPreview}</Notice>
  if (file.preview === 'locked')
    return <Notice tone="warning">{receiptRefusals.lockedPreview.message}</Notice>
  return <ImageView key={`${file._id} ${page}`} {...props} page={page} />
}

function ImageView({ receiptId, file, canDownload = false, page }: FileViewProps & { page: number }) {
  const { data, error, refetch } = useQuery(
    filePreview({ id: receiptId, file: file._id, version: file.version }, 'page', page),
  )
  const ref = useBlobUrl(data)
  const [isEnlarged, setIsEnlarged] = useState(false)
  if (error) return <PreviewFailed {...{ receiptId, file, canDownload, error, refetch }} />
  if (!data) return <Skeleton className="h-[45dvh]" />
  return (
    <div
      className={classNames(
        'overflow-auto rounded-md border border-line bg-well',
        isEnlarged ? 'max-h-[70dvh]' : 'max-h-[45dvh]',
      )}
    >
      <button
        type="button"
        aria-label={isEnlarged ? 'Zoom out' : 'Zoom in'}
        onClick={() => setIsEnlarged(!isEnlarged)}
        className={classNames('block w-full', isEnlarged ? 'cursor-zoom-out' : 'cursor-zoom-in')}
      >
        <img
          ref={ref}
          alt={page > 1 ? `${file.title}, page ${page}` : file.title}
          className={classNames(
            'mx-auto',
            isEnlarged ? 'w-[160%] max-w-none' : 'max-h-[45dvh] w-auto max-w-full object-contain',
          )}
        />
      </button>
    </div>
  )
}

type PreviewFailedProps = FileViewProps & { error: Error; refetch: () => unknown }

/** Says why a picture isn't shown. Rendering can fail temporarily, so the server can be asked to repeat it. */
export function PreviewFailed({ receiptId, file, canDownload, error, refetch }: PreviewFailedProps) {
  const { retry, isPending } = useRetryPreview({ id: receiptId, file: file._id, version: file.version })
  const isMissing = isRefusedWith(error, receiptRefusals.noPreview)
  return (
    <Notice tone="warning">
      <p>
        {error.message}
        {isMissing &&
          canDownload &&
          (file.type === 'application/pdf'
            ? ' Download it to check that it opens.'
            : ' Download it to view it.')}
      </p>
      <TryAgain isTrying={isPending} onPress={isMissing ? retry : () => void refetch()} />
    </Notice>
  )
}

function TryAgain({ isTrying = false, onPress }: { isTrying?: boolean; onPress: () => void }) {
  return (
    <Button variant="secondary" className="mt-2" busy={isTrying && 'Trying again…'} onClick={onPress}>
      Try again
    </Button>
  )
}

function PdfView({ receiptId, file }: FileViewProps) {
  const { data, error, refetch } = useQuery(
    originalFile({ id: receiptId, file: file._id, version: file.version }),
  )
  const ref = useBlobUrl(data, { type: 'application/pdf' })
  if (error)
    return (
      <Notice tone="warning">
        <p>{error.message}</p>
        {explainUnreadable(error) === undefined && <TryAgain onPress={() => void refetch()} />}
      </Notice>
    )
  if (!data) return <Skeleton className="h-[55dvh]" />
  return (
    <iframe
      ref={ref}
      title={`Pages of ${file.title}`}
      className="h-[55dvh] w-full rounded-md border border-line"
    />
  )
}
