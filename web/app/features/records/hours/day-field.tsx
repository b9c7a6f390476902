import { formatDay, formatDayOfYear } from '@docketbox/contract/core/dates'
import { parseHours, typedHours } from '@docketbox/contract/records/hours'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Input } from '#ui/controls/input.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { FieldNotes } from '#ui/fields/field.tsx'
import { saveHours } from '../queries.ts'
import { useAutosave } from '../use-autosave.ts'
import { weekdayOf } from './weeks.ts'

type DayFieldProps = {
  day: string
  minutes: number
  isDisabled: boolean
  /** Undefined in years without a job and a business. */
  isForBusiness: boolean | undefined
  /** Replaces the weekday and date beside the field. */
  label?: string
}

/** The hours of one day, saved when the field is left. What couldn't be saved stays in the field. */
export function DayField({ day, minutes, isDisabled, isForBusiness, label }: DayFieldProps) {
  const id = useId()
  const { values, error, failure, attempts, isSaving, isSaved, ...field } = useAutosave(saveHours, {
    values: typedHours(minutes),
    name: `your ${isForBusiness ? 'business ' : ''}hours for ${formatDay(day)}`,
    toInput: (typed, isSaving) => {
      const parsed = typed.trim() === '' ? 0 : parseHours(typed)
      if (parsed === undefined) return 'Enter hours such as 7.5 or 7:30, up to 24.'
      return parsed === minutes && !isSaving
        ? undefined
        : { body: { days: [{ day, minutes: parsed, isForBusiness }] } }
    },
  })

  return (
    <div className="grid gap-1 sm:gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:grid sm:gap-1.5">
        <label
          htmlFor={id}
          className="flex grow basis-20 items-baseline gap-1.5 text-sm sm:grid sm:justify-items-center sm:gap-0"
        >
          <span className="font-semibold">{label ?? weekdayOf(day)}</span>{' '}
          {!label && (
            <span className="figures text-soft">
              {formatDayOfYear(day)}
              <span className="sr-only">, hours</span>
            </span>
          )}
        </label>
        <span className="relative block w-28 shrink-0 sm:w-auto">
          <Input
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            autoComplete="off"
            disabled={isDisabled}
            placeholder={isDisabled ? '' : '0:00'}
            className="figures text-right sm:px-2 sm:text-center"
            value={values}
            onChange={({ target }) => field.setTyped(target.value)}
            onFocus={({ target }) => target.select()}
            onBlur={field.leave}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-2.5 grid place-items-center text-leaf sm:hidden"
          >
            {isSaving ? <Spinner /> : isSaved && <Check className="size-4" />}
          </span>
        </span>
      </div>
      <FieldNotes key={attempts} id={id} error={error} alert={failure} />
    </div>
  )
}
