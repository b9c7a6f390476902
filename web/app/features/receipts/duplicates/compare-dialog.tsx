import type { DuplicateOf } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { categories } from '#features/categories'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DeleteDialog } from '../receipt/delete-dialog.tsx'
import { valuesOf } from '../to-file/row/row-values.ts'
import { type Compared, keptText, reasonText } from './compared.ts'
import { FactsTable } from './facts-table.tsx'
import { Picture } from './picture.tsx'
import { useChoices } from './use-choices.ts'
import { useOriginal } from './use-original.ts'

type CompareDialogProps = {
  item: Compared
  duplicateOf: DuplicateOf
  onClose: () => void
  /** Discards the upload; receipts are deleted here. */
  onDiscard?: () => void
  /** The item was merged or deleted. */
  onGone?: () => void
}

/** A draft or receipt beside the earlier one it looks like: keep both, merge them or discard it. */
export function CompareDialog({ item, duplicateOf, onClose, onDiscard, onGone }: CompareDialogProps) {
  const { original, error } = useOriginal(duplicateOf)
  const { keepBoth, merge, isKeeping, isMerging } = useChoices(item, original)
  const [category, setCategory] = useState(suggestedCategory(item))
  const [isDeleting, setIsDeleting] = useState(false)
  const { source } = item
  const isUpload = 'draft' in source
  const areUploads = isUpload && original !== undefined && 'draft' in original.source
  const headings = [isUpload ? 'This upload' : 'This receipt', originalHeading(original, isUpload)] as const
  const handleGone = () => {
    onClose()
    onGone?.()
  }
  const handleDiscard = () => {
    if (!isUpload) return setIsDeleting(true)
    onClose()
    onDiscard?.()
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Is this a duplicate?"
      {...(original && { description: reasonText(duplicateOf.reason, original) })}
      actions={
        <>
          <Button variant="danger" onClick={handleDiscard}>
            {isUpload ? 'Discard this upload' : 'Delete this receipt'}
          </Button>
          <Button
            variant="secondary"
            disabled={!original || (areUploads && category === '')}
            busy={isMerging && 'Merging…'}
            onClick={() => merge(category, handleGone)}
          >
            Merge as pages
          </Button>
          <Button variant="secondary" busy={isKeeping && 'Keeping both…'} onClick={() => keepBoth(onClose)}>
            Keep both
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ErrorNotice>{error?.message}</ErrorNotice>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- phones scroll it sideways, so keyboards must too */}
        <section aria-label="Images of both" tabIndex={0} className={pictures}>
          <Side title={headings[0]}>
            <Picture of={item} alt={headings[0]} />
          </Side>
          <Side title={headings[1]}>
            {original ? <Picture of={original} alt={headings[1]} /> : <Skeleton className="h-[38dvh]" />}
          </Side>
        </section>
        {original ? (
          <>
            <FactsTable item={item} original={original} headings={headings} />
            <p className="text-sm text-soft">
              If you merge them, we keep the earlier one’s details and fill any gaps from the later one.{' '}
              {keptText(item, original)}
            </p>
          </>
        ) : (
          !error && <Skeleton className="h-40" />
        )}
        {areUploads && <CategoryField value={category} onChange={setCategory} />}
      </div>
      {isDeleting && !isUpload && (
        <DeleteDialog receipt={source.receipt} onClose={() => setIsDeleting(false)} onDeleted={handleGone} />
      )}
    </Dialog>
  )
}

const pictures =
  'flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-md *:w-[82%] *:shrink-0 *:snap-center sm:*:w-[calc(50%-0.375rem)]'

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-sm font-semibold text-soft">{title}</h3>
      {children}
    </div>
  )
}

/** Where both uploads go when they're merged. */
function CategoryField({ value, onChange }: { value: string; onChange: (category: string) => void }) {
  const { data: all = [] } = useQuery(categories)
  return (
    <Field label="Category for the merged receipt">
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          placeholder="Choose a category"
          options={all.map(({ _id, name }) => [_id, name])}
        />
      )}
    </Field>
  )
}

function suggestedCategory({ source }: Compared): string {
  return 'draft' in source ? valuesOf(source.draft, source.draft.edit ?? {}).category : ''
}

function originalHeading(original: Compared | undefined, isUpload: boolean): string {
  if (original && 'draft' in original.source) return 'Earlier upload'
  return isUpload ? 'Filed receipt' : 'Earlier receipt'
}
