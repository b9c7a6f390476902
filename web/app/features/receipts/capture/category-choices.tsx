import type { Category } from '@docketbox/contract/categories/endpoints'
import type { SuggestedCategory } from '@docketbox/contract/reading/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { categories, CategoryMark, categoryPresets, presetOf } from '#features/categories'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { readingSummary } from './reading-summary.ts'
import type { ReceiptReading } from './use-reading.ts'

type ChoicesProps = {
  reading: ReceiptReading
  supplier: string | null | undefined
  chosen: string | undefined
  onChoose: (category: string) => void
}

/** With very large text, two columns have no room. */
const gridClass = 'grid grid-cols-1 gap-2 @min-[17rem]:grid-cols-2'

/**
 * The suggested category with its reason, and all six. They stay where they are when the suggestion arrives: moving
 * them would make a finger that's on its way miss.
 */
export function CategoryChoices({ reading, supplier, chosen, onChoose }: ChoicesProps) {
  const query = useQuery(categories)
  return (
    <QueryView
      query={query}
      loading={
        <Loading
          label="Loading categories"
          className={gridClass}
          blocks={['h-13 col-span-full', ...categoryPresets.map(() => 'h-13')]}
        />
      }
      error={receiptTexts.categoryNotLoaded}
    >
      {(all) => {
        const suggested = all.find(({ _id }) => _id === reading.suggested?.category)
        return (
          <div className="grid gap-2">
            <ReadingStatus {...{ reading, suggested }} />
            {suggested && reading.suggested && (
              <Choice
                category={suggested}
                reason={suggestionReason({
                  suggested: reading.suggested,
                  categoryName: suggested.name,
                  supplier,
                })}
                {...{ chosen, onChoose }}
              />
            )}
            <ul aria-label="Categories" className={gridClass}>
              {all.map((category) => (
                <li key={category._id} className="grid">
                  <Choice category={category} {...{ chosen, onChoose }} />
                </li>
              ))}
            </ul>
          </div>
        )
      }}
    </QueryView>
  )
}

const noSuggestion = {
  waiting: 'Reading your receipt. You don’t have to wait.',
  ended: 'Choose a category to save it.',
  failed: 'We couldn’t read it. Choose a category to save it.',
}

type ReadingStatusProps = { reading: ReceiptReading; suggested: Category | undefined }

/** Tells screen readers what was read, and everyone why there's no suggestion; then it's as high as one. */
function ReadingStatus({ reading: { state, fields }, suggested }: ReadingStatusProps) {
  if (state === 'off') return null
  const isWaiting = state === 'waiting'
  const summary = isWaiting ? '' : readingSummary(fields)
  return (
    <output
      className={
        suggested
          ? 'sr-only'
          : 'flex min-h-13 items-center gap-2.5 rounded-md border border-dashed border-edge px-3 text-sm text-soft'
      }
    >
      {isWaiting && <Spinner />}
      {summary && <span className="sr-only">{summary} </span>}
      {suggested && !isWaiting ? `Suggested: ${suggested.name}.` : noSuggestion[state]}
    </output>
  )
}

type ChoiceProps = Pick<ChoicesProps, 'chosen' | 'onChoose'> & {
  category: Category
  /** Why it's suggested. */
  reason?: string
}

function Choice({ category: { _id, name }, reason, chosen, onChoose }: ChoiceProps) {
  const isChosen = chosen === _id
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={chosen !== undefined || undefined}
      onClick={() => chosen === undefined && onChoose(_id)}
      className={classNames(
        // "Memberships" fits on a phone of 320 px.
        'flex min-h-13 items-center gap-2 rounded-md px-2 py-1 text-left text-sm max-[22rem]:gap-1 max-[22rem]:px-1.5 max-[22rem]:text-[0.8125rem]',
        'transition-opacity duration-150 aria-pressed:ring-2 aria-pressed:ring-leaf aria-pressed:ring-offset-2 aria-pressed:ring-offset-paper',
        reason ? 'bg-leaf text-on-leaf shadow-sheet hover:bg-leaf-deep' : presetOf(name).ground,
        chosen !== undefined && !isChosen && 'opacity-55',
      )}
    >
      {isChosen ? (
        <span className="grid size-8 shrink-0 place-items-center">
          <Spinner />
        </span>
      ) : (
        <CategoryMark name={name} size="small" />
      )}
      <span className="grid min-w-0 leading-tight">
        <span className="font-semibold">
          {reason && 'Save to '}
          {name}
        </span>
        {reason && <span>{reason}</span>}
      </span>
    </button>
  )
}

type Reason = {
  suggested: SuggestedCategory
  /** Of the suggested category. */
  categoryName: string
  supplier: string | null | undefined
}

/** Why a category is suggested: "You filed Ampol here 12 times". */
function suggestionReason({ suggested, categoryName, supplier }: Reason): string {
  const { receipts } = suggested
  if (receipts === 0) return presetOf(categoryName).guess
  const count = receipts === 1 ? 'once' : receipts === 2 ? 'twice' : `${receipts} times`
  return `You filed ${supplier || 'this supplier'} here ${count}`
}
