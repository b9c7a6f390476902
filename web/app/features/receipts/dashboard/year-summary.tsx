import type { ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { categories, presetOf } from '#features/categories'
import { Amount } from '#ui/data/amount.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { Select } from '#ui/fields/select.tsx'

type YearDocketProps = { summary: ReceiptSummary; currentYear: string }

/** An income year as a docket: a line for each category, the total below. */
export function YearDocket({ summary, currentYear }: YearDocketProps) {
  const { data: all = [] } = useQuery(categories)
  const years = [...new Set([currentYear, ...summary.totals.map(({ incomeYear }) => incomeYear)])]
    .toSorted()
    .toReversed()
  const [year, setYear] = useState(currentYear)
  const inYear = summary.totals.filter(({ incomeYear }) => incomeYear === year)
  const receipts = inYear.reduce((sum, total) => sum + total.receipts, 0)
  const cents = inYear.reduce((sum, total) => sum + total.totalCents, 0)
  const most = Math.max(1, ...inYear.map((total) => total.receipts))

  return (
    <DocketCard className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">Income year</h2>
        <Select
          aria-label="Income year"
          value={year}
          onChange={(event) => setYear(event.target.value)}
          className="figures font-semibold"
        >
          {years.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </Select>
      </div>
      <Perforation />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {all.map(({ _id, name }) => {
          const total = inYear.find(({ category }) => category === _id)
          return (
            <li key={_id}>
              <Link
                to={`/categories/${_id}?year=${year}`}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)] content-center gap-1 rounded-md px-1 hover:bg-well"
              >
                <span className="flex items-baseline justify-between gap-3 text-[0.9375rem]">
                  <span className="min-w-0 flex-1 leading-snug">{name}</span>
                  <span className="figures shrink-0 text-sm text-soft">{total?.receipts ?? 0}</span>
                  <Amount cents={total?.totalCents ?? 0} className="w-20 shrink-0 text-right" />
                </span>
                <span className="h-1 rounded-full bg-well" aria-hidden="true">
                  <span
                    className={`block h-full rounded-full ${presetOf(name).mark}`}
                    style={{ width: `${((total?.receipts ?? 0) / most) * 100}%` }}
                  />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <Perforation />
      <p className="flex items-baseline justify-between gap-3 px-1 font-semibold">
        <span>{receipts === 1 ? '1 receipt' : `${receipts} receipts`}</span>
        <Amount cents={cents} className="text-xl" />
      </p>
      <p className="px-1 text-xs text-soft">Totals count the receipts whose amount you have entered.</p>
    </DocketCard>
  )
}
