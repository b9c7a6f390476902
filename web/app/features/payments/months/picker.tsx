import type { MonthName, OfferedMonth } from '@docketbox/contract/payments/endpoints'
import { X } from 'lucide-react'
import { classNames } from '#ui/layout/class-names.ts'

type MonthPickerProps = {
  offered: readonly OfferedMonth[]
  chosen: readonly MonthName[]
  onToggle: (month: MonthName) => void
}

/** Twelve months to tick; those that are already somebody's own are crossed out. */
export function MonthPicker({ offered, chosen, onToggle }: MonthPickerProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-sm font-semibold">Months</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4 lg:grid-cols-6">
        {offered.map(({ month, year, isTaken }) => (
          <label
            key={month}
            className={classNames(
              'flex min-h-13 items-center gap-2.5 rounded-md border px-3 transition-colors duration-150',
              isTaken
                ? 'border-line bg-well text-soft'
                : 'border-edge bg-sheet has-checked:border-leaf has-checked:bg-leaf-tint',
            )}
          >
            {isTaken ? (
              <X className="size-5 shrink-0 text-soft" aria-hidden="true" />
            ) : (
              <input
                type="checkbox"
                className="choice-box"
                checked={chosen.includes(month)}
                onChange={() => onToggle(month)}
                aria-label={`${month} ${year}`}
              />
            )}
            <span className={classNames('leading-tight', isTaken && 'line-through')}>
              <span className="block font-semibold">{month}</span>
              <span className="figures block text-xs text-soft">{year}</span>
            </span>
            {isTaken && <span className="sr-only">already yours</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
