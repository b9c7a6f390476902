import { formatDay, formatDayOfYear } from '@docketbox/contract/core/dates'
import type { DiaryDay, Service } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { type FocusEvent, useId, useState } from 'react'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { Input } from '#ui/controls/input.tsx'
import { FieldNotes } from '#ui/fields/field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useConfirmUnload } from '#ui/overlay/discard-changes.tsx'
import { saveDiaryDays } from '../queries.ts'

type DiaryRowProps = { service: Service; day: string; entered: DiaryDay | undefined; isDisabled: boolean }
type Typed = { work: string; personal: string }

const weekday = new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone: 'UTC' })

/** How a service was used on a day. Saved when the focus leaves the row; what couldn't be saved stays in it. */
export function DiaryRow({ service, day, entered, isDisabled }: DiaryRowProps) {
  const id = useId()
  const isShown = useIsShown()
  const save = useMutation({
    ...saveDiaryDays,
    // The field says so itself.
    onError: ({ message }) =>
      !isShown.current && toast.error(`We couldn’t save your diary for ${formatDay(day)}. ${message}`),
  })
  /** Undefined while the fields show what's saved. */
  const [typed, setTyped] = useState<Typed>()
  const [problem, setProblem] = useState<string>()
  useConfirmUnload(typed !== undefined)
  // What's being saved can be left.
  useReportUnsaved(typed !== undefined && !save.isPending)
  const saved = { work: entered?.work.toString() ?? '', personal: entered?.personal.toString() ?? '' }
  const shown = typed ?? saved

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (typed === undefined || currentTarget.contains(relatedTarget)) return
    const isEmpty = typed.work.trim() === '' && typed.personal.trim() === ''
    if (isEmpty || (typed.work === saved.work && typed.personal === saved.personal))
      return setTyped(undefined)
    const [work, personal] = [countOf(typed.work), countOf(typed.personal)]
    if (work === undefined || personal === undefined) return setProblem('Enter whole numbers.')
    setProblem(undefined)
    save.mutate(
      { params: { service }, body: { days: [{ day, work, personal }] } },
      // Unless the user has typed something else.
      { onSuccess: () => setTyped((current) => (current === typed ? undefined : current)) },
    )
  }

  const error = problem ?? save.error?.message
  return (
    <div className="grid gap-1" onBlur={handleBlur}>
      <div className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] items-center gap-3">
        <span className="figures text-sm">
          <span className="font-semibold">{weekday.format(new Date(day))}</span>{' '}
          <span className="text-soft">{formatDayOfYear(day)}</span>
        </span>
        {(['work', 'personal'] as const).map((name) => (
          <Input
            key={name}
            aria-label={`${name === 'work' ? 'Work' : 'Personal'} on ${formatDay(day)}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            inputMode="numeric"
            autoComplete="off"
            disabled={isDisabled}
            className="figures px-2 text-right"
            value={shown[name]}
            onChange={({ target }) => setTyped({ ...shown, [name]: target.value })}
            onFocus={({ target }) => target.select()}
          />
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

/** Nothing counts as 0. */
function countOf(text: string): number | undefined {
  const plain = text.trim()
  if (plain === '') return 0
  return /^\d{1,4}$/.test(plain) ? Number(plain) : undefined
}
