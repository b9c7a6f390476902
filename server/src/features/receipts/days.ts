import { MAX_OFFLINE_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'
import { incomeYearEnding, sydneyDay } from '@docketbox/contract'
import type { ReceiptRow } from './store.ts'

/** The farthest time zones are within 14 hours of UTC, and a day has 24: its noon is at most 26 hours away. */
const MAX_FROM_NOON_MS = 1.6 * DAY_MS

/** The year in which the income year of a receipt ends, as Postgres generates it. */
export function yearIncurred({
  paidDate,
  documentDate,
  capturedOn,
}: Pick<ReceiptRow, 'paidDate' | 'documentDate' | 'capturedOn'>): number {
  return incomeYearEnding(paidDate ?? documentDate ?? capturedOn)
}

/**
 * Today, or an earlier day, where the user is.
 * @param reported by their device, which may have been offline for up to `MAX_OFFLINE_DAYS` before `since`; ignored if it's
 * earlier than that, or later than today anywhere.
 * @returns without a plausible one, the day in Sydney at `since`.
 */
export function localDay(now: Date, reported: string | undefined, since = now): string {
  const noon = Date.parse(reported ?? '') + DAY_MS / 2
  const first = since.getTime() - MAX_OFFLINE_DAYS * DAY_MS
  const isPlausible = noon >= first - MAX_FROM_NOON_MS && noon <= now.getTime() + MAX_FROM_NOON_MS
  return reported !== undefined && isPlausible ? reported : sydneyDay(since)
}
