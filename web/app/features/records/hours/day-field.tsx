import { formatDay, formatDayOfYear } from '@docketbox/contract/core/dates'
import { parseHours, typedHours } from '@docketbox/contract/records/hours'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { Input } from '#ui/controls/input.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { FieldNotes } from '#ui/fields/field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useConfirmUnload } from '#ui/overlay/discard-changes.tsx'
import { saveHours } from '../queries.ts'
import { weekdayOf } from './weeks.ts'

type DayFieldProps = {
  day: string
  minutes: number
  isDisabled: boolean
  /** Replaces the weekday and date beside the field. */
  label?: string
}

/** The hours of one day, saved when the field is left. What couldn't be saved stays in the field. */
export function DayField({ day, minutes, isDisabled, label }: DayFieldProps) {
  const id = useId()
  const isShown = useIsShown()
  const save = useMutation({
    ...saveHours,
    // The field says so itself.
    onError: ({ message }) =>
      !isShown.current && toast.error(`We couldn’t save your hours for ${formatDay(day)}. ${message}`),
  })
  /** Undefined while the field shows what's saved. */
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useConfirmUnload(typed !== undefined)
  // What's being saved can be left.
  useReportUnsaved(typed !== undefined && !save.isPending)

  function handleBlur(): void {
    if (typed === undefined) return
    const parsed = typed.trim() === '' ? 0 : parseHours(typed)
    if (parsed === undefined) return setProblem('Enter hours such as 7.5 or 7:30, up to 24.')
    setProblem(undefined)
    if (parsed === minutes) return setTyped(undefined)
    save.mutate(
      { body: { days: [{ day, minutes: parsed }] } },
      // Unless the user has typed something else.
      { onSuccess: () => setTyped((current) => (current === typed ? undefined : current)) },
    )
  }

  const error = problem ?? save.error?.message
  return (
    <div className="grid gap-1 sm:gap-1.5">
      <div className="flex items-center justify-between gap-4 sm:grid sm:gap-1.5">
        <label
          htmlFor={id}
          className="flex items-baseline gap-1.5 text-sm sm:grid sm:justify-items-center sm:gap-0"
        >
          <span className="font-semibold">{label ?? weekdayOf(day)}</span>
          {!label && <span className="figures text-soft">{formatDayOfYear(day)}</span>}
        </label>
        <span className="relative block w-28 shrink-0 sm:w-auto">
          <Input
            id={id}
            aria-label={`Hours on ${weekdayOf(day, 'long')}, ${formatDay(day)}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            autoComplete="off"
            disabled={isDisabled}
            placeholder={isDisabled ? '' : '0:00'}
            className="figures text-right sm:px-2 sm:text-center"
            value={typed ?? typedHours(minutes)}
            onChange={({ target }) => setTyped(target.value)}
            onFocus={({ target }) => target.select()}
            onBlur={handleBlur}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-2.5 grid place-items-center text-leaf sm:hidden"
          >
            {save.isPending ? (
              <Spinner />
            ) : (
              save.isSuccess && typed === undefined && <Check className="size-4" />
            )}
          </span>
        </span>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  )
}
