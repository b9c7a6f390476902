import type { HoursOfDay } from '@docketbox/contract/records/schemas'
import { useId, useState } from 'react'
import type { YearRecords } from './queries.ts'

export const purposes = [
  { value: 'job', label: 'For my job' },
  { value: 'business', label: 'For my business' },
] as const

/**
 * What new hours are for: the same as the latest ones, until another choice is made. Undefined in years whose owner doesn't
 * have a job and a business.
 */
export function useJobOrBusiness({ hasJobAndBusiness, hours }: YearRecords) {
  const [chosen, setForBusiness] = useState(() => areLatestForBusiness(hours))
  return { isForBusiness: hasJobAndBusiness ? chosen : undefined, setForBusiness }
}

/** If the latest day has hours for both, they aren't. */
function areLatestForBusiness(hours: readonly HoursOfDay[]): boolean {
  const latest = hours.filter(({ day }) => day === hours.at(-1)!.day)
  return latest.length > 0 && latest.every(({ isForBusiness }) => isForBusiness)
}

/** Those for a job or a business; all of them in years without both. */
export function hoursFor(
  hours: readonly HoursOfDay[],
  isForBusiness: boolean | undefined,
): readonly HoursOfDay[] {
  if (isForBusiness === undefined) return hours
  return hours.filter((entry) => (entry.isForBusiness ?? false) === isForBusiness)
}

/** As in ` for your job`; empty in years without a job and a business. */
export function forWhich(isForBusiness: boolean | undefined): string {
  if (isForBusiness === undefined) return ''
  return isForBusiness ? ' for your business' : ' for your job'
}

type JobOrBusinessProps = {
  isForBusiness: boolean | undefined
  onChange: (isForBusiness: boolean) => void
  className?: string
}

/** Chooses what hours, and trips beside them, are for; nothing in years without a job and a business. */
export function JobOrBusiness({ isForBusiness, onChange, className }: JobOrBusinessProps) {
  const name = useId()
  if (isForBusiness === undefined) return null
  return (
    <fieldset className={className}>
      <legend className="sr-only">What are they for?</legend>
      <div className="flex flex-wrap gap-2">
        {purposes.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-2 rounded-md border border-edge bg-sheet px-3 py-2 transition-colors duration-150 has-checked:border-leaf has-checked:bg-leaf-tint"
          >
            <input
              type="radio"
              name={name}
              className="choice-box"
              checked={isForBusiness === (value === 'business')}
              onChange={() => onChange(value === 'business')}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
