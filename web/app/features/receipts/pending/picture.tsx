import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { FileText, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useBytesIn } from '../use-blob-url.ts'
import type { PendingFile } from './store.ts'
import { draftBytes, draftPicture } from './queries.ts'

const PDF = 'application/pdf'
/** The viewer's panel of pages leaves no room for the page on a phone. */
const PAGE_ONLY = '#navpanes=0&view=FitH'
const shownByBrowsers = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** What a chosen file looks like: from this device while the page has it, from the server after a reload. */
export function UploadPicture({ file, isSmall = false }: { file: PendingFile; isSmall?: boolean }) {
  const { draft, file: own, name } = file
  const type = draft?.type ?? file.type
  if (draft?.preview === 'locked') {
    return <Words icon={<Lock className="size-8" />}>{receiptRefusals.lockedPreview.message}</Words>
  }
  if (type === PDF && navigator.pdfViewerEnabled !== false) {
    if (own) return <PdfFrame bytes={own} title={name} />
    return draft ? <DraftPdf draft={draft} /> : <Coming />
  }
  if (own && shownByBrowsers.includes(type)) {
    return <Picture bytes={own} alt={name} isSmall={isSmall} />
  }
  if (draft?.preview === 'image') return <DraftPicture draft={draft} isSmall={isSmall} />
  const isWord = draft?.preview === 'none' || /\.docx?$/i.test(name)
  if (!isWord) return <Coming />
  return <Words icon={<FileText className="size-8" />}>{receiptTexts.noDocumentPreview}</Words>
}

function DraftPicture({ draft, isSmall }: { draft: Draft; isSmall: boolean }) {
  const { data, error } = useQuery(draftPicture(draft))
  if (error) return <Words icon={<FileText className="size-8" />}>{error.message}</Words>
  return data ? <Picture bytes={data} alt={draft.title} isSmall={isSmall} /> : <Coming />
}

function DraftPdf({ draft }: { draft: Draft }) {
  const { data, error } = useQuery(draftBytes(draft))
  if (error) return <Words icon={<FileText className="size-8" />}>{error.message}</Words>
  return data ? <PdfFrame bytes={data} title={draft.title} /> : <Coming />
}

function Picture({ bytes, alt, isSmall }: { bytes: Blob; alt: string; isSmall: boolean }) {
  const ref = useBytesIn(bytes)
  const height = isSmall ? 'max-h-[34dvh]' : 'max-h-[56dvh]'
  return <img ref={ref} alt={alt} className={`w-full rounded-md bg-well object-contain ${height}`} />
}

function PdfFrame({ bytes, title }: { bytes: Blob; title: string }) {
  const ref = useBytesIn(bytes, { type: PDF, fragment: PAGE_ONLY })
  return <iframe ref={ref} title={title} className="h-[60dvh] w-full rounded-md border border-line bg-well" />
}

function Coming() {
  return <Skeleton className="h-64" />
}

function Words({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-md bg-well px-5 py-10 text-center text-soft">
      <span aria-hidden="true">{icon}</span>
      <p>{children}</p>
    </div>
  )
}
