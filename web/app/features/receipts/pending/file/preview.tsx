import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { FileText, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useBlobUrl } from '../../use-blob-url.ts'
import type { PendingFile } from '../upload.ts'
import { draftFile, draftPreview } from '../queries.ts'

const PDF_TYPE = 'application/pdf'
/** Hides the viewer's page list, which leaves no room for the page on a phone. */
const PDF_VIEWER_OPTIONS = '#navpanes=0&view=FitH'
export const browserImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** On a phone, together with the button below, the same height as the facts beside it. */
const SMALL_HEIGHT = 'h-25 lg:h-[56dvh]'

/** Previews a file from this device or, after a reload, from the server. */
export function FilePreview({ file, isSmall = false }: { file: PendingFile; isSmall?: boolean }) {
  const { draft, file: bytes, name } = file
  const type = draft?.type ?? file.type
  if (draft?.preview === 'locked') {
    return <Message icon={<Lock className="size-8" />}>{receiptRefusals.lockedPreview.message}</Message>
  }
  if (type === PDF_TYPE && navigator.pdfViewerEnabled !== false) {
    if (bytes) return <PdfFrame bytes={bytes} title={name} />
    return draft ? <DraftPdf draft={draft} /> : <Skeleton className="h-64" />
  }
  if (bytes && browserImageTypes.includes(type)) {
    return <Image bytes={bytes} alt={name} isSmall={isSmall} />
  }
  if (draft?.preview === 'image') return <DraftImage draft={draft} isSmall={isSmall} />
  const isWord = draft?.preview === 'none' || /\.docx?$/i.test(name)
  if (!isWord) return <Skeleton className="h-64" />
  return <Message icon={<FileText className="size-8" />}>{receiptTexts.noDocumentPreview}</Message>
}

function DraftImage({ draft, isSmall }: { draft: Draft; isSmall: boolean }) {
  const { data, error } = useQuery(draftPreview(draft))
  if (error) return <Message icon={<FileText className="size-8" />}>{error.message}</Message>
  if (!data) return <Skeleton className={isSmall ? SMALL_HEIGHT : 'h-64'} />
  return <Image bytes={data} alt={draft.title} isSmall={isSmall} />
}

function DraftPdf({ draft }: { draft: Draft }) {
  const { data, error } = useQuery(draftFile(draft))
  if (error) return <Message icon={<FileText className="size-8" />}>{error.message}</Message>
  return data ? <PdfFrame bytes={data} title={draft.title} /> : <Skeleton className="h-64" />
}

function Image({ bytes, alt, isSmall }: { bytes: Blob; alt: string; isSmall: boolean }) {
  const ref = useBlobUrl(bytes)
  const height = isSmall ? SMALL_HEIGHT : 'max-h-[56dvh]'
  return <img ref={ref} alt={alt} className={`w-full rounded-md bg-well object-contain ${height}`} />
}

function PdfFrame({ bytes, title }: { bytes: Blob; title: string }) {
  const ref = useBlobUrl(bytes, { type: PDF_TYPE, fragment: PDF_VIEWER_OPTIONS })
  return <iframe ref={ref} title={title} className="h-[60dvh] w-full rounded-md border border-line bg-well" />
}

function Message({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-md bg-well px-5 py-10 text-center text-soft">
      <span aria-hidden="true">{icon}</span>
      <p>{children}</p>
    </div>
  )
}
