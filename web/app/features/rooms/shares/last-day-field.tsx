import { latestUntil } from '@docketbox/contract/rooms/period'
import { z } from 'zod'
import { todayInSydney } from '#platform/format/dates.ts'
import { DateField } from '#ui/fields/text-field.tsx'

export const lastDay = z.string().min(1, 'Choose a last day.')

export function LastDayField() {
  const day = todayInSydney()
  return (
    <DateField
      name="until"
      label="Last day of access"
      min={day}
      max={latestUntil(day)}
      hint="Until midnight in Sydney. At most two years from today."
    />
  )
}
