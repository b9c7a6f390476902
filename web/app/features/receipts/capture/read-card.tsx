import type { TypedFacts } from '@docketbox/contract/receipts/drafts/edits'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { groupedAmount, parseCents } from '@docketbox/contract/core/money'
import { Check } from 'lucide-react'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { today } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { setFacts } from '../pending/store.ts'
import { foreignTotal, problemInAmount, problemInDate } from '../to-file/row/row-values.ts'
import type { ReceiptReading } from './use-reading.ts'

type ReadCardProps = {
  ref: Ref<HTMLElement>
  reading: ReceiptReading
  /** What the user corrected or confirmed. */
  facts: TypedFacts
  readOnly: boolean
}

/** Supplier, total and date as they're read, each to be corrected in place. */
export function ReadCard({ ref, reading, facts, readOnly }: ReadCardProps) {
  const isWaiting = reading.state === 'waiting'
  const { supplier, totalCents, documentDate } = reading.fields
  const rowOf = (name: keyof TypedFacts, read: (typeof reading.fields)[keyof TypedFacts]) => ({
    isWaiting: isWaiting && !read && facts[name] === undefined,
    readOnly,
    isUncertain: read?.level === 'check' && facts[name] === undefined,
    isTyped: facts[name] !== undefined,
    onConfirm: () => read && setFacts({ [name]: read.value }),
  })
  return (
    <section
      ref={ref}
      aria-label="Read from the receipt"
      className="grid grid-cols-1 content-start divide-y divide-line overflow-hidden rounded-lg border border-line bg-sheet"
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
        onText={(text) => setFacts({ totalCents: parseCents(text) ?? null })}
        {...rowOf('totalCents', totalCents)}
      />
      <FactRow
        label="Date"
        value={valueOf(facts.documentDate, documentDate?.value) ?? ''}
        type="date"
        max={today()}
        problemIn={problemInDate}
        onText={(text) => setFacts({ documentDate: text || null })}
        {...rowOf('documentDate', documentDate)}
      />
      {totalCents?.isForeign && facts.totalCents === undefined && (
        <p className="px-3 py-2 text-xs font-semibold text-wattle-deep">{foreignTotal}</p>
      )}
    </section>
  )
}

/** Focuses the first value of the card that can't be saved, with the reason. @returns whether there's one. */
export function focusProblem(card: HTMLElement | null): boolean {
  const inputs = [...(card?.querySelectorAll('input') ?? [])]
  const invalid = inputs.find(({ validity }) => validity.customError)
  invalid?.checkValidity()
  invalid?.focus()
  return invalid !== undefined
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
  /** Whether the value is from the user. */
  isTyped: boolean
  onConfirm: () => void
  /** Called with text that can be saved. */
  onText: (text: string) => void
  /** Why the text can't be saved. */
  problemIn?: (text: string) => string | undefined
}

function FactRow({
  label,
  value,
  isWaiting,
  isUncertain,
  isTyped,
  onConfirm,
  onText,
  problemIn,
  className,
  ...input
}: FactRowProps) {
  const id = useId()
  // Until it can be saved.
  const [typed, setTyped] = useState<string>()
  const [isIncomplete, setIsIncomplete] = useState(false)
  const [showsProblem, setShowsProblem] = useState(false)
  const problem = isIncomplete ? 'Enter the full date.' : problemIn?.(typed ?? (isTyped ? value : ''))
  const shownProblem = showsProblem ? problem : undefined
  return (
    <div className={classNames('flex min-h-12 items-end', isUncertain && 'bg-wattle-tint')}>
      <div className="flex min-h-12 min-w-0 grow flex-col">
        <p className="pointer-events-none z-1 px-3 pt-1 text-2xs text-soft">
          <label htmlFor={id}>
            {label}
            {isUncertain && <span className="sr-only"> (please check)</span>}
          </label>
          {/* On the same line, even at 360 pixels: below, it would move what a finger is about to press. */}
          {shownProblem && (
            <span id={`${id}-problem`} role="alert" className="ml-1.5 font-semibold text-clay-deep">
              {shownProblem}
            </span>
          )}
        </p>
        {isWaiting && typed === undefined ? (
          <Skeleton className="mx-3 mt-1.5 h-4 w-full max-w-36" />
        ) : (
          <input
            ref={(element) => element?.setCustomValidity(problem ?? '')}
            id={id}
            autoComplete="off"
            placeholder="Add"
            value={typed ?? value}
            aria-invalid={shownProblem ? true : undefined}
            aria-describedby={shownProblem && `${id}-problem`}
            onChange={({ target }) => {
              setTyped(target.value)
              setIsIncomplete(target.validity.badInput)
              if (!target.validity.badInput && !problemIn?.(target.value)) onText(target.value)
            }}
            onBlur={({ target }) => {
              const { badInput } = target.validity
              // React reports no change when the last part of an incomplete date is deleted.
              if (isIncomplete && !badInput) onText(target.value)
              setIsIncomplete(badInput)
              setShowsProblem(true)
              if (!badInput && !problemIn?.(target.value)) setTyped(undefined)
            }}
            onInvalid={() => setShowsProblem(true)}
            className={classNames(
              '-mt-5 h-12 w-full min-w-0 bg-transparent px-3 pt-4 text-[0.9375rem] font-semibold text-ink placeholder:font-normal placeholder:text-soft focus-visible:-outline-offset-2',
              className,
            )}
            {...input}
          />
        )}
      </div>
      {isUncertain && !problem && !input.readOnly && (
        <IconButton
          icon={Check}
          label={`Confirm ${label.toLowerCase()}`}
          onClick={onConfirm}
          className="text-wattle-deep"
        />
      )}
    </div>
  )
}
