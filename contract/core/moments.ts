import { formatDay, HOME_TIME_ZONE, sydneyDay } from './dates.ts'

let sydneyTime: Intl.DateTimeFormat | undefined

/** Formats an instant in Sydney to the second, as `22 Dec 2026, 2:05:09 pm AEDT`. */
export function formatMoment(instant: Date): string {
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
