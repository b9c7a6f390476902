import { formatDay, formatDayOfYear } from '@docketbox/contract/core/dates'
import type { DiaryDay, Service } from '@docketbox/contract/records/schemas'
import { useId } from 'react'
import { Input } from '#ui/controls/input.tsx'
import { FieldNotes } from '#ui/fields/field.tsx'
import { saveDiaryDays } from '../queries.ts'
import { useAutosave } from '../use-autosave.ts'

type DiaryRowProps = { service: Service; day: string; entered: DiaryDay | undefined; isDisabled: boolean }

const names = ['work', 'personal'] as const
const weekday = new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone: 'UTC' })

/** How a service was used on a day. Saved when the focus leaves the row; what couldn't be saved stays in it. */
export function DiaryRow({ service, day, entered, isDisabled }: DiaryRowProps) {
  const id = useId()
  const saved = { work: entered?.work.toString() ?? '', personal: entered?.personal.toString() ?? '' }
  const { values, error, failure, attempts, ...row } = useAutosave(saveDiaryDays, {
    values: saved,
    name: `your ${service} diary for ${formatDay(day)}`,
    toInput: (typed, isSaving) => {
      const isEmpty = typed.work.trim() === '' && typed.personal.trim() === ''
      if (isEmpty && (entered || isSaving)) return { params: { service }, body: { days: [emptied(day)] } }
      // The other number may have been entered in another tab.
      const changed = names.filter((name) => typed[name] !== saved[name] || isSaving)
      if (isEmpty || changed.length === 0) return undefined
      const counts = changed.map((name) => [name, countOf(typed[name])] as const)
      if (counts.some(([, count]) => count === undefined)) return 'Enter whole numbers.'
      return { params: { service }, body: { days: [{ day, ...Object.fromEntries(counts) }] } }
    },
  })

  return (
    <div
      className="grid gap-1"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) row.leave()
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] items-center gap-3">
        <span className="figures text-sm">
          <span className="font-semibold">{weekday.format(new Date(day))}</span>{' '}
          <span className="text-soft">{formatDayOfYear(day)}</span>
        </span>
        {names.map((name) => (
          <Input
            key={name}
            aria-label={`${name === 'work' ? 'Work' : 'Personal'} on ${formatDay(day)}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            inputMode="numeric"
            autoComplete="off"
            disabled={isDisabled}
            className="figures px-2 text-right"
            value={values[name]}
            onChange={({ target }) => row.setTyped({ ...values, [name]: target.value })}
            onFocus={({ target }) => target.select()}
          />
        ))}
      </div>
      <FieldNotes key={attempts} id={id} error={error} alert={failure} />
    </div>
  )
}

const emptied = (day: string) => ({ day, work: null, personal: null })

/** Nothing counts as 0. */
function countOf(text: string): number | undefined {
  const plain = text.trim()
  if (plain === '') return 0
  return /^\d{1,4}$/.test(plain) ? Number(plain) : undefined
}
