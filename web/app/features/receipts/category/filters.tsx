import { formatIncomeYear, incomeYearOf } from '@docketbox/contract/core/income-years'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { today } from '#platform/format/dates.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { type ReceiptFilter, receiptSummary } from '../queries.ts'

type FiltersProps = {
  filter: ReceiptFilter
  onChange: (changes: { q?: string; year?: string }) => void
}

/** Search and income year. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { data } = useQuery(receiptSummary)
  const yearsInUse = data?.totals
    .filter(({ category }) => category === filter.category)
    .map(({ incomeYear }) => incomeYear)
  const years = new Set([incomeYearOf(today()), ...(yearsInUse ?? []), filter.incomeYear].filter(Boolean))
  const search = useCallback((q: string) => onChange({ q }), [onChange])
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
      <SearchField label="Search receipts" text={filter.q} onText={search} maxLength={200} />
      <Select
        aria-label="Income year"
        value={filter.incomeYear}
        onChange={(event) => onChange({ year: event.target.value })}
      >
        <option value="">All income years</option>
        {[...years]
          .toSorted()
          .toReversed()
          .map((year) => (
            <option key={year} value={year}>
              {formatIncomeYear(year)}
            </option>
          ))}
      </Select>
    </div>
  )
}
