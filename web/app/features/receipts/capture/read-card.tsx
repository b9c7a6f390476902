import type { TypedFacts } from '@docketbox/contract/receipts/drafts/edits'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { groupedAmount, parseCents } from '@docketbox/contract/core/money'
import { Check } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { today } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { setFacts } from '../pending/store.ts'
import { foreignTotal, problemInAmount } from '../to-file/row/row-values.ts'
import type { ReceiptReading } from './use-reading.ts'

type ReadCardProps = {
  reading: ReceiptReading
  /** What the user corrected or confirmed. */
  facts: TypedFacts
  readOnly: boolean
}

/** Supplier, total and date as they're read, each to be corrected in place. */
export function ReadCard({ reading, facts, readOnly }: ReadCardProps) {
  const isWaiting = reading.state === 'waiting'
  const { supplier, totalCents, documentDate } = reading.fields
  const rowOf = (name: keyof TypedFacts, read: (typeof reading.fields)[keyof TypedFacts]) => ({
    isWaiting: isWaiting && !read && facts[name] === undefined,
    readOnly,
    isUncertain: read?.level === 'check' && facts[name] === undefined,
    onConfirm: () => read && setFacts({ [name]: read.value }),
  })
  return (
    <section
      aria-label="Read from the receipt"
      className="grid content-start divide-y divide-line overflow-hidden rounded-lg border border-line bg-sheet"
    >
      <FactRow
        label="Supplier"
        value={valueOf(facts.supplier, supplier?.value) ?? ''}
        maxLength={MAX_LENGTH.supplier}
        onText={(text) => setFacts({ supplier: text.trim() === '' ? null : text })}
        {...rowOf('supplier', supplier)}
      />
      <FactRow
        label="Total"
        value={dollars(valueOf(facts.totalCents, totalCents?.value))}
        inputMode="decimal"
        className="figures"
        problemIn={problemInAmount}
        onText={(text) => !problemInAmount(text) && setFacts({ totalCents: parseCents(text) ?? null })}
        {...rowOf('totalCents', totalCents)}
      />
      <FactRow
        label="Date"
        value={valueOf(facts.documentDate, documentDate?.value) ?? ''}
        type="date"
        max={today()}
        onText={(text, isValid) => isValid && setFacts({ documentDate: text || null })}
        {...rowOf('documentDate', documentDate)}
      />
      {totalCents?.isForeign && facts.totalCents === undefined && (
        <p className="px-3 py-2 text-xs font-semibold text-wattle-deep">{foreignTotal}</p>
      )}
    </section>
  )
}

/** What the user typed, even if that's nothing, otherwise what was read. */
function valueOf<Value>(typed: Value | null | undefined, read: Value | undefined) {
  return typed === undefined ? read : typed
}

function dollars(cents: number | null | undefined): string {
  const amount = groupedAmount(cents)
  return amount && `$${amount}`
}

type FactRowProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'max' | 'maxLength' | 'className' | 'readOnly'
> & {
  label: string
  value: string
  isWaiting: boolean
  /** Whether the value needs a look. */
  isUncertain: boolean
  onConfirm: () => void
  onText: (text: string, isValid: boolean) => void
  /** Why the text can't be saved. */
  problemIn?: (text: string) => string | undefined
}

function FactRow({
  label,
  value,
  isWaiting,
  isUncertain,
  onConfirm,
  onText,
  problemIn,
  className,
  ...input
}: FactRowProps) {
  const id = useId()
  // Incomplete amounts and dates show only while the user types.
  const [typed, setTyped] = useState<string>()
  const handleBlur = () => {
    const problem = typed === undefined ? undefined : problemIn?.(typed)
    if (problem) toast.error(problem)
    setTyped(undefined)
  }
  return (
    <div className={classNames('relative flex h-12 items-end', isUncertain && 'bg-wattle-tint')}>
      <label htmlFor={id} className="pointer-events-none absolute top-1 left-3 text-2xs text-soft">
        {label}
        {isUncertain && <span className="sr-only"> (please check)</span>}
      </label>
      {isWaiting && typed === undefined ? (
        <Skeleton className="mx-3 mb-2 h-4 w-full max-w-36" />
      ) : (
        <input
          id={id}
          autoComplete="off"
          placeholder="Add"
          value={typed ?? value}
          onChange={({ target }) => {
            setTyped(target.value)
            onText(target.value, target.validity.valid)
          }}
          onBlur={handleBlur}
          className={classNames(
            'h-12 w-full min-w-0 bg-transparent px-3 pt-4 text-[0.9375rem] font-semibold text-ink placeholder:font-normal placeholder:text-soft',
            className,
          )}
          {...input}
        />
      )}
      {isUncertain && !input.readOnly && (
        <IconButton label={`Confirm ${label.toLowerCase()}`} onClick={onConfirm} className="text-wattle-deep">
          <Check className="size-5" />
        </IconButton>
      )}
    </div>
  )
}
