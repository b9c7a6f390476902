import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useBytesIn } from '../use-blob-url.ts'
import { original, picture, usePictureAgain } from '../queries.ts'

type FileViewProps = { receiptId: string; file: ReceiptFile }

/** What a file looks like: the picture, the pages of a PDF, or why it cannot be shown. */
export function FileView({ receiptId, file }: FileViewProps) {
  if (file.preview === 'none') return <Notice>{receiptTexts.noDocumentPreview}</Notice>
  if (file.preview === 'locked')
    return <Notice tone="warning">{receiptRefusals.lockedPreview.message}</Notice>
  // Most phones show no PDF inside a page; the server has a picture of its first one.
  if (file.type === 'application/pdf' && navigator.pdfViewerEnabled !== false)
    return <PdfView receiptId={receiptId} file={file} />
  return <PictureView receiptId={receiptId} file={file} />
}

function PictureView({ receiptId, file }: FileViewProps) {
  const { data, isError } = useQuery(
    picture({ id: receiptId, file: file._id, version: file.version, size: 'page' }),
  )
  const show = useBytesIn(data)
  const [isLarge, setIsLarge] = useState(false)
  if (isError) return <NoPicture receiptId={receiptId} file={file} />
  if (!data) return <Skeleton className="h-[45dvh]" />
  return (
    <div
      className={classNames(
        'overflow-auto rounded-md border border-line bg-well',
        isLarge ? 'max-h-[70dvh]' : 'max-h-[45dvh]',
      )}
    >
      <button
        type="button"
        aria-label={isLarge ? 'Show the whole picture' : 'Enlarge the picture'}
        aria-pressed={isLarge}
        onClick={() => setIsLarge(!isLarge)}
        className={classNames('block w-full', isLarge ? 'cursor-zoom-out' : 'cursor-zoom-in')}
      >
        <img
          ref={show}
          alt={file.title}
          className={classNames(
            'mx-auto',
            isLarge ? 'w-[160%] max-w-none' : 'max-h-[45dvh] w-auto max-w-full object-contain',
          )}
        />
      </button>
    </div>
  )
}

/** Making a picture can fail for a reason that passes; by night it is tried again anyway. */
function NoPicture({ receiptId, file }: FileViewProps) {
  const again = usePictureAgain({ id: receiptId, file: file._id, version: file.version })
  return (
    <Notice tone="warning">
      <p>{receiptRefusals.noPreview.message}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        busy={again.isPending && 'Trying again…'}
        onClick={() => again.mutate()}
      >
        Try again
      </Button>
    </Notice>
  )
}

function PdfView({ receiptId, file }: FileViewProps) {
  const { data, isError } = useQuery(original({ id: receiptId, file: file._id, version: file.version }))
  const show = useBytesIn(data, { type: 'application/pdf' })
  if (isError) return <Notice tone="warning">{receiptRefusals.noPreview.message}</Notice>
  if (!data) return <Skeleton className="h-[55dvh]" />
  return (
    <iframe
      ref={show}
      title={`Pages of ${file.title}`}
      className="h-[55dvh] w-full rounded-md border border-line"
    />
  )
}
