import { formatDay } from '@docketbox/contract/core/dates'
import { daysOf } from '@docketbox/contract/core/income-years'
import { formatHours } from '@docketbox/contract/records/hours'
import type { HoursOfDay } from '@docketbox/contract/records/schemas'
import { Card } from '#ui/layout/card.tsx'
import { recordableDays } from '../day-range.ts'

type MonthsProps = {
  incomeYear: string
  hours: readonly HoursOfDay[]
  /** Called with a day of the month that was pressed. */
  onMonth: (day: string) => void
}

/** The hours of each month, so that months without any stand out; pressing one shows its first week. */
export function Months({ incomeYear, hours, onMonth }: MonthsProps) {
  const { max } = recordableDays(incomeYear)
  const months = monthsOf(incomeYear).filter((month) => `${month}-01` <= max)
  const minutesOf = (month: string) =>
    hours.filter(({ day }) => day.startsWith(month)).reduce((sum, { minutes }) => sum + minutes, 0)
  const longest = Math.max(1, ...months.map(minutesOf))
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="text-lg">By month</h2>
      <ul className="@container">
        {months.map((month) => (
          <li key={month}>
            <button
              type="button"
              className="grid min-h-11 w-full grid-cols-[1fr_auto] items-center gap-3 rounded-md px-1 text-left text-sm hover:bg-well @min-[15rem]:grid-cols-[5rem_minmax(0,1fr)_6.5rem]"
              onClick={() => onMonth(`${month}-01`)}
            >
              <span>{formatDay(`${month}-01`).slice(2)}</span>
              <span
                aria-hidden="true"
                className="h-1.5 overflow-hidden rounded-full bg-well @max-[15rem]:hidden"
              >
                <span
                  className="block h-full rounded-full bg-leaf forced-colors:bg-[CanvasText]"
                  style={{ width: `${(minutesOf(month) / longest) * 100}%` }}
                />
              </span>
              <span className="figures text-right text-soft">
                {minutesOf(month) === 0 ? 'No hours' : formatHours(minutesOf(month))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** July to June, as in `2026-07`. */
function monthsOf(incomeYear: string): string[] {
  const start = Number(daysOf(incomeYear).first.slice(0, 4))
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(start, 6 + index)).toISOString().slice(0, 7),
  )
}
