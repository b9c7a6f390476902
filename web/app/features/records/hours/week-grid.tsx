import { formatHours } from '@docketbox/contract/records/hours'
import type { HoursOfDay } from '@docketbox/contract/records/schemas'
import { addDays } from '@docketbox/contract/core/dates'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { recordableDays } from '../day-range.ts'
import { forWhich, hoursFor } from '../job-or-business.tsx'
import { KeptWeeks } from '../kept-weeks.tsx'
import { DayField } from './day-field.tsx'
import { daysOfWeek, formatWeek, keyOfWeek, parseWeek, type Week } from './weeks.ts'

type WeekGridProps = {
  incomeYear: string
  /** Of all purposes. */
  hours: readonly HoursOfDay[]
  week: Week
  onWeek: (week: Week) => void
}

/** The hours of one week; each day is saved when its field is left. */
export function WeekGrid({ incomeYear, hours, week, onWeek }: WeekGridProps) {
  const { min, max } = recordableDays(incomeYear)
  const { monday, isForBusiness } = week
  const onMonday = (monday: string) => onWeek({ ...week, monday })
  const total = daysOfWeek(monday).reduce(
    (sum, day) => sum + minutesOn(day, hoursFor(hours, isForBusiness)),
    0,
  )
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="@container">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <IconButton
            icon={ChevronLeft}
            label="Previous week"
            className="-ml-2"
            disabled={addDays(monday, -1) < min}
            onClick={() => onMonday(addDays(monday, -7))}
          />
          <h2
            className="figures text-center text-lg @max-[12rem]:order-first @max-[12rem]:w-full"
            aria-live="polite"
          >
            {formatWeek(monday)}
          </h2>
          <IconButton
            icon={ChevronRight}
            label="Next week"
            className="-mr-2"
            disabled={addDays(monday, 7) > max}
            onClick={() => onMonday(addDays(monday, 7))}
          />
        </div>
      </div>
      <KeptWeeks
        name="hours"
        shown={keyOfWeek(week)}
        nameOf={nameOf}
        onShow={(key) => onWeek(parseWeek(key))}
      >
        {(key) => {
          const { monday, isForBusiness } = parseWeek(key)
          return (
            <ol className="grid gap-2 sm:grid-cols-7">
              {daysOfWeek(monday).map((day) => (
                <li key={day}>
                  <DayField
                    day={day}
                    minutes={minutesOn(day, hoursFor(hours, isForBusiness))}
                    isDisabled={day < min || day > max}
                    isForBusiness={isForBusiness}
                  />
                </li>
              ))}
            </ol>
          )
        }}
      </KeptWeeks>
      <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3 text-sm">
        <span className="text-soft">Hours such as 7.5 or 7:30. We save each day as you go.</span>
        <output className="figures shrink-0 font-semibold">{formatHours(total)}</output>
      </p>
    </Card>
  )
}

function minutesOn(day: string, hours: readonly HoursOfDay[]): number {
  return hours.reduce((sum, other) => (other.day === day ? sum + other.minutes : sum), 0)
}

function nameOf(key: string): string {
  const { monday, isForBusiness } = parseWeek(key)
  return `${formatWeek(monday)}${forWhich(isForBusiness)}`
}
