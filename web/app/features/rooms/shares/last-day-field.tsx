import { latestUntil } from '@docketbox/contract/rooms/period'
import { z } from 'zod'
import { today } from '#platform/format/dates.ts'
import { DateField } from '#ui/fields/text-field.tsx'

export const lastDay = z.string().min(1, 'Choose a last day.')

/** Asks for the last day of a share, as `until`. */
export function LastDayField() {
  const day = today()
  return (
    <DateField
      name="until"
      label="Last day of access"
      min={day}
      max={latestUntil(day)}
      hint="At most two years from today."
    />
  )
}
