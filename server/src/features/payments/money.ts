/** The GST included in a price: one eleventh, half a cent rounded up. */
export function gstIn(cents: number): number {
  return Math.floor((cents * 2 + 11) / 22)
}

/** The unused part of what was paid for a period, in cents, rounded up. */
export function unusedCents(cents: number, { start, end }: { start: Date; end: Date }, now: Date): number {
  const remainingMs = Math.min(Math.max(+end - +now, 0), +end - +start)
  return Math.min(cents, Math.ceil((cents * remainingMs) / (+end - +start)))
}
