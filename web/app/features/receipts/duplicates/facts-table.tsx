import { useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { classNames } from '#ui/layout/class-names.ts'
import type { Compared } from './compared.ts'

const rows = [
  ['supplier', 'Supplier'],
  ['total', 'Total'],
  ['date', 'Date'],
  ['gst', 'GST'],
  ['paid', 'Date paid'],
  ['workUse', 'Work use'],
  ['reimbursed', 'Reimbursed'],
  ['label', 'Deduction label'],
  ['description', 'Description'],
  ['note', 'Note'],
  ['category', 'Category'],
  ['added', 'Added'],
] as const
/** Merging keeps both, or what differs says nothing about the receipt itself. */
const notCompared: readonly string[] = ['description', 'note', 'category', 'added']

type FactsTableProps = { item: Compared; original: Compared; headings: readonly [string, string] }

/** Two receipts detail by detail; those that both say differently are highlighted. */
export function FactsTable({ item, original, headings }: FactsTableProps) {
  const { data: all = [] } = useQuery(categories)
  const valueOf = (of: Compared, key: (typeof rows)[number][0]) =>
    key === 'category' ? (all.find(({ _id }) => _id === of.category)?.name ?? '') : of[key]
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">Details of both</caption>
      <thead>
        <tr className="border-b border-line text-left text-xs text-soft">
          <th scope="col" className="w-20 sm:w-28">
            <span className="sr-only">Detail</span>
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="px-2 py-1.5 font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, label]) => {
          const values = [valueOf(item, key), valueOf(original, key)] as const
          if (values.every((value) => value === '')) return null
          const isDifferent = !notCompared.includes(key) && !values.includes('') && areDifferent(...values)
          return (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left align-top text-xs font-normal text-soft">
                {label}
                {isDifferent && <span className="sr-only"> (different)</span>}
              </th>
              {values.map((value, at) => (
                <td
                  key={headings[at]}
                  className={classNames(
                    'figures px-2 py-1.5 align-top wrap-anywhere whitespace-pre-line',
                    isDifferent && 'bg-wattle-tint font-semibold text-wattle-deep',
                  )}
                >
                  {value || <span className="text-soft">–</span>}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function areDifferent(one: string, other: string): boolean {
  return one.toLowerCase() !== other.toLowerCase()
}
