import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { parseCents, typedAmount } from '@docketbox/contract/core/money'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { useCallback, useId, useState } from 'react'
import { FiltersButton } from '#ui/controls/filters-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { controlProps, FieldNotes } from '#ui/fields/field.tsx'
import { LabelledSelect } from '#ui/fields/labelled-select.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { problemInAmount } from '../../to-file/row/row-values.ts'
import { ActiveFilters } from './active-filters.tsx'
import { useFilterChoices } from './filter-choices.ts'
import type { SearchFilter } from '../params.ts'
import { SavedViews } from './saved-views.tsx'

type FiltersProps = {
  filter: SearchFilter
  sort: ReceiptSort
  /** In one category, there's none to choose. */
  isOneCategory: boolean
  onChange: (changes: Record<string, string>) => void
}

const orders: [ReceiptSort, string][] = [
  ['-date', 'Newest first'],
  ['date', 'Oldest first'],
  ['-amount', 'Highest amount'],
  ['amount', 'Lowest amount'],
  ['supplier', 'Supplier A to Z'],
  ['-supplier', 'Supplier Z to A'],
  ['-added', 'Recently added'],
  ['added', 'Earliest added'],
]

/** The search, with the filters that are set below it, or all of them to change. */
export function Filters(props: FiltersProps) {
  const { filter, sort, isOneCategory, onChange } = props
  const { q = '', ...others } = filter
  const count = Object.keys(others).length - (isOneCategory ? 1 : 0)
  const [isOpen, setIsOpen] = useState(false)
  const search = useCallback((text: string) => onChange({ q: text }), [onChange])
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 *:first:grow *:first:basis-40 sm:gap-3">
        <SearchField label="Search receipts" text={q} onText={search} maxLength={MAX_LENGTH.receiptSearch} />
        <FiltersButton count={count} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        {!isOneCategory && <SavedViews filter={filter} sort={sort} />}
      </div>
      {isOpen ? <FilterFields {...props} /> : count > 0 && <ActiveFilters {...props} />}
    </div>
  )
}

function FilterFields({ filter, sort, isOneCategory, onChange }: FiltersProps) {
  const choices = useFilterChoices(filter, isOneCategory)
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
      <legend className="sr-only">Filters</legend>
      {choices.map(({ name, label, options }) => (
        <LabelledSelect
          key={name}
          label={label}
          value={String(filter[name] ?? '')}
          options={options}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
      <AmountFilter
        label="Amount from"
        cents={filter.minCents}
        onCents={(cents) => onChange({ minCents: cents })}
      />
      <AmountFilter
        label="Amount up to"
        cents={filter.maxCents}
        onCents={(cents) => onChange({ maxCents: cents })}
      />
      <LabelledSelect
        label="Sort by"
        value={sort}
        options={orders}
        onChange={({ target }) => onChange({ sort: target.value })}
      />
    </fieldset>
  )
}

type AmountFilterProps = { label: string; cents: unknown; onCents: (cents: string) => void }

/** Applied once it's left, or on Enter. What isn't an amount stays, with the reason. */
function AmountFilter({ label, cents, onCents }: AmountFilterProps) {
  const id = useId()
  const shown = cents === undefined ? '' : typedAmount(Number(cents))
  const [typed, setTyped] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  const [isChecked, setIsChecked] = useState(false)
  if (lastShown !== shown) {
    setLastShown(shown)
    setTyped(shown)
  }
  const problem = problemInAmount(typed)
  const error = isChecked ? problem : undefined
  const apply = () => {
    setIsChecked(true)
    const next = parseCents(typed)
    if (problem === undefined && typedAmount(next) !== shown) onCents(String(next ?? ''))
  }
  return (
    <div className="grid content-start gap-1 text-sm font-medium">
      <label htmlFor={id}>{label}</label>
      <Input
        {...controlProps(id, undefined, error)}
        inputMode="decimal"
        placeholder="$0.00"
        className="figures"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
        onBlur={apply}
      />
      <FieldNotes id={id} error={error} />
    </div>
  )
}
