import { formatIncomeYear, incomeYearOf } from '@docketbox/contract/core/income-years'
import { deductionLabels, formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { today } from '#platform/format/dates.ts'
import { receiptSummary } from '../../queries.ts'
import type { SearchFilter } from '../params.ts'

export type FilterChoice = {
  name: Exclude<keyof SearchFilter, 'q' | 'minCents' | 'maxCents'>
  label: string
  options: [value: string, text: string][]
}

/** The filters whose value is one of a few. In one category, there's none to choose. */
export function useFilterChoices({ incomeYear }: SearchFilter, isOneCategory: boolean): FilterChoice[] {
  const { data: categoryList = [] } = useQuery(categories)
  const { data: summary } = useQuery(receiptSummary)
  const used = summary?.totals.map(({ incomeYear }) => incomeYear) ?? []
  const years = [...new Set([incomeYearOf(today()), ...used, ...(incomeYear ? [incomeYear] : [])])]
  const category: FilterChoice = {
    name: 'category',
    label: 'Category',
    options: [['', 'All categories'], ...categoryList.map(({ _id, name }): [string, string] => [_id, name])],
  }
  return [
    ...(isOneCategory ? [] : [category]),
    {
      name: 'incomeYear',
      label: 'Income year',
      options: [
        ['', 'All years'],
        ...years
          .toSorted()
          .toReversed()
          .map((year): [string, string] => [year, formatIncomeYear(year)]),
      ],
    },
    {
      name: 'missing',
      label: 'Missing details',
      options: [
        ['', 'All receipts'],
        ['any', 'Any detail missing'],
        ['supplier', 'No supplier'],
        ['date', 'No date'],
        ['amount', 'No amount'],
      ],
    },
    {
      name: 'label',
      label: 'Deduction label',
      options: [
        ['', 'All labels'],
        ['none', 'Not sorted yet'],
        ...deductionLabels.map((label): [string, string] => [label, formatLabel(label)]),
      ],
    },
    {
      name: 'type',
      label: 'File type',
      options: [
        ['', 'All types'],
        ['image', 'Photos'],
        ['pdf', 'PDFs'],
        ['document', 'Word documents'],
      ],
    },
    {
      name: 'source',
      label: 'Source',
      options: [
        ['', 'Any source'],
        ['read', 'Read automatically'],
        ['confirmed', 'Confirmed by you'],
        ['typed', 'Typed by you'],
      ],
    },
    {
      name: 'changed',
      label: 'Since you lodged',
      options: [
        ['', 'All receipts'],
        ['sinceLodged', 'Changed'],
      ],
    },
  ]
}
