/** Lengths of time in milliseconds. A day of the clock can be an hour shorter or longer: see `dates.ts`. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const MB_BYTES = 1_048_576
export const GB_BYTES = 1024 * MB_BYTES
