import { MINUTES_PER_DAY } from './schemas.ts'

/** Parses hours such as `7.5`, `7:30`, `7:30:00` or `7h 30m` into minutes; undefined if they aren't hours of a day. */
export function parseHours(typed: string): number | undefined {
  const text = typed.trim().toLowerCase().replace(',', '.')
  const parsed = decimalHours(text) ?? hoursAndMinutes(text) ?? hoursWithSeconds(text)
  return parsed !== undefined && parsed <= MINUTES_PER_DAY ? parsed : undefined
}

function decimalHours(text: string): number | undefined {
  const [, hours] = /^(\d{1,2}(?:\.\d{1,4})?|\.\d{1,4})(?:\s*(?:h|hrs?|hours?))?$/.exec(text) ?? []
  return hours === undefined ? undefined : Math.round(Number(hours) * 60)
}

function hoursAndMinutes(text: string): number | undefined {
  const match =
    /^(\d{1,2}):([0-5]\d)$/.exec(text) ??
    /^(\d{1,2})\s*h(?:rs?|ours?)?\s*([0-5]?\d)\s*m?(?:in|ins|inutes?)?$/.exec(text) ??
    /^()(\d{1,4})\s*m(?:in|ins|inutes?)?$/.exec(text)
  return match ? Number(match[1] ?? 0) * 60 + Number(match[2]) : undefined
}

/** As time trackers export them. */
function hoursWithSeconds(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined
    ? undefined
    : Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60)
}

/** Parses minutes such as `450` or `450 min`; undefined if they aren't minutes of a day. */
export function parseMinutes(text: string): number | undefined {
  const [, typed] = /^(\d{1,4}(?:\.\d+|,\d{1,2})?)\s*(?:m(?:in|ins|inutes?)?)?$/i.exec(text.trim()) ?? []
  const minutes = typed === undefined ? undefined : Math.round(Number(typed.replace(',', '.')))
  return minutes !== undefined && minutes <= MINUTES_PER_DAY ? minutes : undefined
}

/** Minutes as they're edited: `7:30`, empty for none. */
export function typedHours(minutes: number): string {
  return minutes === 0 ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes for reading: `7 h 30 min`. */
export function formatHours(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours.toLocaleString('en-AU')} h` : `${hours.toLocaleString('en-AU')} h ${rest} min`
}
