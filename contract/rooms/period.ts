/** How long access lasts unless the owner chooses otherwise, and at most. */
export const DEFAULT_SHARED_DAYS = 90
const MAX_SHARED_YEARS = 2

/** @returns the last day of access to propose, as in `2026-06-30`. */
export function defaultUntil(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + DEFAULT_SHARED_DAYS)
  return day.toISOString().slice(0, 10)
}

/** @returns the latest day that access can last until. */
export function latestUntil(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + MAX_SHARED_YEARS)
  return day.toISOString().slice(0, 10)
}
