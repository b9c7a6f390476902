import { plainDate } from '#platform/format/dates.ts'
import { formatCents } from '@docketbox/contract/core/money'
import type { Draft, DuplicateOf } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FilePreview } from '../pending/file-preview.tsx'
import { filePreview, receiptDetails } from '../queries.ts'
import { useBlobUrl } from '../use-blob-url.ts'
import { uploadedFrom } from './draft-image.tsx'
import { draftByUri, draftId, keepMutation } from './queries.ts'

const reasons = {
  file: 'The same file',
  image: 'The same photo',
  details: 'The same supplier, date and total',
}

/** Points out that a draft is probably there already, with both side by side. */
export function DuplicateWarning({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const keep = useMutation(keepMutation)
  const { duplicateOf } = draft
  if (!duplicateOf) return null
  const other = duplicateOf.receipt ? 'a receipt you filed' : 'another upload'
  const handleKeep = () =>
    keep.mutate(
      { body: { draft: draftId(draft) } },
      { onSuccess: () => setIsOpen(false), onError: ({ message }) => toast.error(message) },
    )
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 whitespace-nowrap items-center gap-1.5 rounded-md text-left text-xs font-semibold text-wattle-deep hover:underline xl:min-h-8"
      >
        <Copy className="size-4 shrink-0" aria-hidden="true" />
        Possible duplicate
      </button>
      <Dialog
        wide
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Is this a duplicate?"
        description={`${reasons[duplicateOf.reason]} as ${other}.`}
        actions={
          <>
            <Button variant="secondary" busy={keep.isPending && 'Keeping both…'} onClick={handleKeep}>
              Keep both
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setIsOpen(false)
                onDiscard()
              }}
            >
              Discard this upload
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-2 gap-4">
          <Side title="This upload">
            <DraftSide draft={draft} />
          </Side>
          <Side title={duplicateOf.receipt ? 'Filed receipt' : 'Other upload'}>
            <Original of={duplicateOf} />
          </Side>
        </div>
      </Dialog>
    </>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h3 className="text-sm font-semibold text-soft">{title}</h3>
      {children}
    </section>
  )
}

function Original({ of: { draft, receipt } }: { of: DuplicateOf }) {
  if (receipt) return <ReceiptSide id={receipt} />
  return draft ? <OtherDraft uri={draft} /> : null
}

function OtherDraft({ uri }: { uri: string }) {
  const { data, error } = useQuery(draftByUri(uri))
  if (error) return <p>{error.message}</p>
  return data ? <DraftSide draft={data} /> : <Skeleton className="h-64" />
}

function DraftSide({ draft }: { draft: Draft }) {
  const { supplier, documentDate, totalCents } = draft.reading.fields ?? {}
  return (
    <>
      <Facts
        title={supplier?.value ?? draft.title}
        day={documentDate?.value}
        cents={totalCents?.value}
        added={draft.createdAt}
      />
      <FilePreview file={uploadedFrom(draft)} isSmall />
    </>
  )
}

function ReceiptSide({ id }: { id: string }) {
  const { data, error } = useQuery(receiptDetails(id))
  if (error) return <p>{error.message}</p>
  if (!data) return <Skeleton className="h-64" />
  const { supplier, documentDate, totalCents } = data.facts
  const file = data.file[0]
  return (
    <>
      <Facts
        title={supplier ?? data.description}
        day={documentDate}
        cents={totalCents}
        added={data.createdAt}
      />
      {file?.preview === 'image' && <FiledImage file={{ id, file: file._id, version: file.version }} />}
    </>
  )
}

function FiledImage({ file }: { file: { id: string; file: string; version: number } }) {
  const { data } = useQuery(filePreview(file, 'page'))
  const ref = useBlobUrl(data)
  if (!data) return <Skeleton className="h-64" />
  return (
    <img ref={ref} alt="Filed receipt" className="max-h-[34dvh] w-full rounded-md bg-well object-contain" />
  )
}

type FactsProps = {
  title: string
  day: string | null | undefined
  cents: number | null | undefined
  added: string
}

function Facts({ title, day, cents, added }: FactsProps) {
  return (
    <p className="text-sm">
      <span className="block truncate font-semibold">{title}</span>
      <span className="figures block">{typeof cents === 'number' ? formatCents(cents) : 'No amount'}</span>
      <span className="block text-soft">{day ? plainDate(day) : `Added ${plainDate(added)}`}</span>
    </p>
  )
}
