import type { MonthName, OfferedMonth } from '@docketbox/contract/payments/months'
import { X } from 'lucide-react'
import { useId } from 'react'
import { formatDayOfYearUnbroken } from '#platform/format/dates.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { dayAfter, monthPeriod } from './period.ts'

type MonthPickerProps = {
  offered: readonly OfferedMonth[]
  selected: readonly MonthName[]
  onToggle: (month: MonthName) => void
}

/** Checkboxes for the next twelve months; those the user already has are marked with X. */
export function MonthPicker({ offered, selected, onToggle }: MonthPickerProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-3 text-sm font-semibold">Months</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {offered.map(({ month, year, isTaken, startsOn, endsOn, daysLeft, covered }) => (
          <label
            key={month}
            className={classNames(
              'flex min-h-16 items-center gap-2.5 rounded-md border px-3 py-2 transition-colors duration-150',
              isTaken
                ? 'border-line bg-well text-soft'
                : 'border-edge bg-sheet has-checked:border-leaf has-checked:bg-leaf-tint',
            )}
          >
            {isTaken ? (
              <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line">
                <X className="size-3.5" aria-hidden="true" />
              </span>
            ) : (
              <input
                type="checkbox"
                className="choice-box"
                checked={selected.includes(month)}
                onChange={() => onToggle(month)}
                aria-label={`${month} ${year}`}
                aria-describedby={`${id}-${month}`}
              />
            )}
            <span className="leading-tight">
              <span className="figures block">
                <span className="font-semibold">{month}</span>{' '}
                <span className="text-xs text-soft">{year}</span>
              </span>
              <span id={`${id}-${month}`} className="figures block text-xs text-soft">
                {!(isTaken && covered) && (
                  <span className="mt-0.5 block">
                    {isTaken ? 'Already covered' : monthPeriod({ startsOn, endsOn, daysLeft })}
                  </span>
                )}
                {covered && (
                  <span className="mt-0.5 block">
                    {covered.planName} until {formatDayOfYearUnbroken(covered.until)}
                  </span>
                )}
                {isTaken && covered && (
                  <span className="mt-0.5 block">Available from {dayAfter(covered.until)}</span>
                )}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
