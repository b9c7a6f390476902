import { formatCents } from '@docketbox/contract/core/money'
import { X } from 'lucide-react'
import { type FilterChoice, useFilterChoices } from './filter-choices.ts'
import type { SearchFilter } from '../params.ts'

type ActiveFiltersProps = {
  filter: SearchFilter
  isOneCategory: boolean
  onChange: (changes: Record<string, string>) => void
}

/** The filters that are set, each with a button that removes it. */
export function ActiveFilters({ filter, isOneCategory, onChange }: ActiveFiltersProps) {
  const choices = useFilterChoices(filter, isOneCategory)
  const active = [
    ...choices.flatMap((choice) => (filter[choice.name] ? [[choice.name, textOf(choice, filter)]] : [])),
    ...(filter.minCents ? [['minCents', `From ${formatCents(Number(filter.minCents))}`]] : []),
    ...(filter.maxCents ? [['maxCents', `Up to ${formatCents(Number(filter.maxCents))}`]] : []),
  ] as [string, string][]
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-x-2">
      {active.map(([name, text]) => (
        <li key={name} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove filter: ${text}`}
            onClick={() => onChange({ [name]: '' })}
            className="group inline-flex min-h-11 max-w-full items-center text-sm font-medium"
          >
            <span className="inline-flex min-w-0 items-center gap-1.5 rounded-full bg-well py-1.5 pr-2.5 pl-3.5 transition-colors duration-150 group-hover:bg-leaf-tint group-hover:text-leaf-deep forced-colors:border">
              <span className="truncate">{text}</span>
              <X className="size-4 shrink-0" aria-hidden="true" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What's chosen, such as `No amount`; the filter's label while that's still loading. */
function textOf({ name, label, options }: FilterChoice, filter: SearchFilter): string {
  if (name === 'changed') return 'Changed since you lodged'
  return options.find(([value]) => value === filter[name])?.[1] ?? label
}
