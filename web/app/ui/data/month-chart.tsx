import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { useState } from 'react'
import { receiptCount } from '#platform/format/counts.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** `month` as in `2026-07`. */
type Month = { month: string; receipts: number; totalCents: number }

type MonthChartProps = {
  /** Undefined while they load. */
  months: readonly Month[] | undefined
  incomeYear: string
  /** As in `2026-07`. */
  currentMonth: string
}

/** Spending of an income year by month, as bars whose values appear on hover and focus, and as a table. */
export function MonthChart({ months, incomeYear, currentMonth }: MonthChartProps) {
  const year = monthsOf(incomeYear).map(
    (month) => months?.find((other) => other.month === month) ?? { month, receipts: 0, totalCents: 0 },
  )
  const max = Math.max(...year.map(({ totalCents }) => totalCents))
  const [chosenMonth, setActiveMonth] = useState<string>()
  const activeMonth = chosenMonth ?? months?.at(-1)?.month ?? currentMonth
  const active = year.find(({ month }) => month === activeMonth) ?? year[0]!

  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">
        Spending by month <span className="font-normal text-soft">{formatIncomeYear(incomeYear)}</span>
      </h2>
      <p
        aria-hidden="true"
        className="flex min-h-6 items-baseline justify-between gap-3 text-sm print:hidden"
      >
        <span className="font-semibold">{monthName(active.month, 'long')}</span>
        {months ? (
          <span className="figures text-soft">{valueOf(active)}</span>
        ) : (
          <Skeleton className="h-4 w-32 self-center" />
        )}
      </p>
      <div className="relative flex h-36 gap-1 rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-leaf print:hidden">
        {year.map((month) => (
          <span key={month.month} className="flex min-w-0 flex-1 flex-col justify-end gap-1">
            <span className="flex min-h-0 flex-1 items-end">
              <span
                className={classNames(
                  'min-h-0.5 flex-1 rounded-t-sm transition-colors duration-150',
                  month === active ? 'bg-leaf' : 'bg-leaf/45',
                )}
                style={{ height: `${max === 0 ? 0 : (month.totalCents / max) * 100}%` }}
              />
            </span>
            <span
              aria-hidden="true"
              className={classNames(
                'text-center text-2xs',
                month === active ? 'font-semibold text-ink' : 'text-soft',
              )}
            >
              {monthName(month.month, 'narrow')}
            </span>
          </span>
        ))}
        {/* One control for keys and touch, because twelve bars are too narrow for fingers. */}
        {months && (
          <input
            type="range"
            aria-label="Month"
            aria-valuetext={`${monthName(active.month, 'long')}: ${valueOf(active)}`}
            min={0}
            max={year.length - 1}
            value={year.indexOf(active)}
            onChange={({ target }) => setActiveMonth(year[Number(target.value)]?.month)}
            onPointerMove={({ clientX, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect()
              const index = Math.floor(((clientX - left) / width) * year.length)
              if (year[index]) setActiveMonth(year[index].month)
            }}
            className="absolute inset-0 size-full touch-pan-y opacity-0"
          />
        )}
      </div>
      {months && max === 0 && (
        <p className="text-sm text-soft">Bars appear once receipts of this year have an amount.</p>
      )}
      <div className="sr-only print:not-sr-only">
        <table className="w-full text-sm">
          <caption className="sr-only">Spending by month</caption>
          <tbody>
            {year.map((month) => (
              <tr key={month.month}>
                <th scope="row" className="text-left font-normal">
                  {monthName(month.month, 'long')}
                </th>
                <td className="figures text-right">{valueOf(month)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** July to June, as in `2026-07`. */
function monthsOf(incomeYear: string): string[] {
  const start = Number(incomeYear.slice(0, 4))
  return Array.from({ length: 12 }, (_, index) => {
    const month = ((index + 6) % 12) + 1
    return `${index < 6 ? start : start + 1}-${String(month).padStart(2, '0')}`
  })
}

function monthName(month: string, style: 'long' | 'narrow'): string {
  return new Intl.DateTimeFormat('en-AU', {
    month: style,
    ...(style === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
}

function valueOf({ receipts, totalCents }: Month): string {
  if (receipts === 0) return 'No receipts'
  const count = receiptCount(receipts)
  return totalCents === 0 ? `${count}, no amounts yet` : `${formatCents(totalCents)} from ${count}`
}
