import { z } from 'zod'
import { formatDay, HOME_TIME_ZONE, sydneyDay } from '../core/dates.ts'
import { formatCents } from '../core/money.ts'

/** A plan's unused time, credited when the plan changed, and what's needed to recalculate it. */
export const unusedTime = z.object({
  /** `Unused time on Pro plan`. */
  name: z.string(),
  cents: z.int(),
  /** When the plan changed. */
  from: z.iso.datetime(),
  /** What the whole period cost, less any discount. */
  priceCents: z.int(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
})
export type UnusedTime = z.infer<typeof unusedTime>

/** Prices of unused time are calculated by the second, so each moment is shown to the second. */
export function unusedTimeText({ name, from, priceCents, periodStart, periodEnd }: UnusedTime): string {
  const [changed, start, end] = [from, periodStart, periodEnd].map((at) => formatMoment(new Date(at)))
  return `${name} from ${changed}, of ${formatCents(priceCents)} for ${start} – ${end}`
}

let sydneyTime: Intl.DateTimeFormat | undefined

/** Formats an instant in Sydney to the second, as `22 Dec 2026, 2:05:09 pm AEDT`. */
function formatMoment(instant: Date): string {
  sydneyTime ??= new Intl.DateTimeFormat('en-AU', {
    timeZone: HOME_TIME_ZONE,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  // Some browsers separate the parts with narrow spaces.
  return `${formatDay(sydneyDay(instant))}, ${sydneyTime.format(instant).replaceAll(/\s/gu, ' ')}`
}
