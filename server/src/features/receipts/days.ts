import { DAY_MS } from '@docketbox/contract/core/units'
import { sydneyDay } from '@docketbox/contract'

/** The farthest time zones are within 14 hours of UTC, and a day has 24: its noon is at most 26 hours away. */
const MAX_FROM_NOON_MS = 1.6 * DAY_MS

/**
 * Today where the user is.
 * @param reported by their device; ignored when it can't be today anywhere.
 * @returns the day in Sydney without a plausible one.
 */
export function localDay(now: Date, reported: string | undefined): string {
  const isPlausible =
    reported !== undefined && Math.abs(Date.parse(reported) + DAY_MS / 2 - now.getTime()) <= MAX_FROM_NOON_MS
  return isPlausible ? reported : sydneyDay(now)
}
