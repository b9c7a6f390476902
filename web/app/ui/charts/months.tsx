import { receiptCount } from '@docketbox/contract/core/counts'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { nameOfMonth } from '#platform/format/months.ts'
import { Card } from '#ui/layout/card.tsx'
import { BarChart } from './bars.tsx'

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
  const hasAmounts = year.some(({ totalCents }) => totalCents > 0)

  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">
        Spending by month <span className="font-normal text-soft">{formatIncomeYear(incomeYear)}</span>
      </h2>
      <BarChart
        label="Month"
        caption="Spending by month"
        bars={year.map((month) => ({
          key: month.month,
          name: nameOfMonth(month.month, 'long'),
          mark: nameOfMonth(month.month, 'narrow'),
          value: month.totalCents,
          text: valueOf(month),
        }))}
        initialKey={year.findLast(({ receipts }) => receipts > 0)?.month ?? currentMonth}
        isLoading={!months}
      />
      {months && !hasAmounts && (
        <p className="text-sm text-soft">Bars appear once receipts from this year have an amount.</p>
      )}
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

function valueOf({ receipts, totalCents }: Month): string {
  if (receipts === 0) return 'No receipts'
  const count = receiptCount(receipts)
  return totalCents === 0 ? `${count}, no amounts yet` : `${formatCents(totalCents)} from ${count}`
}
