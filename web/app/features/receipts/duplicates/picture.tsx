import type { Draft, Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { draftPreview } from '../pending/queries.ts'
import { filePreview } from '../queries.ts'
import { useBlobUrl } from '../use-blob-url.ts'
import type { Compared } from './compared.ts'

const frame = 'h-[38dvh] w-full rounded-md border border-line bg-well'

/** The first page of a draft or receipt. */
export function Picture({ of: { source }, alt }: { of: Compared; alt: string }) {
  return 'draft' in source ? (
    <DraftPicture draft={source.draft} alt={alt} />
  ) : (
    <ReceiptPicture receipt={source.receipt} alt={alt} />
  )
}

function DraftPicture({ draft, alt }: { draft: Draft; alt: string }) {
  const query = useQuery({ ...draftPreview(draft), enabled: draft.preview === 'image' })
  return <Frame query={query} preview={draft.preview} alt={alt} />
}

function ReceiptPicture({ receipt, alt }: { receipt: Receipt; alt: string }) {
  const file = receipt.file[0]!
  const query = useQuery({
    ...filePreview({ id: receipt._id, file: file._id, version: file.version }, 'page'),
    enabled: file.preview === 'image',
  })
  return <Frame query={query} preview={file.preview} alt={alt} />
}

type FrameProps = { query: UseQueryResult<Blob>; preview: Draft['preview']; alt: string }

function Frame({ query: { data, error }, preview, alt }: FrameProps) {
  const ref = useBlobUrl(data)
  if (data) return <img ref={ref} alt={alt} className={`${frame} object-contain`} />
  if (preview === 'image' && !error) return <Skeleton className="h-[38dvh]" />
  const message =
    preview === 'locked' ? receiptRefusals.lockedPreview.message : receiptTexts.noDocumentPreview
  return (
    <p className={`${frame} grid place-items-center p-4 text-center text-sm text-soft`}>
      {error?.message ?? message}
    </p>
  )
}
