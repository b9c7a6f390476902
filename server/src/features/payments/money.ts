export { formatCents as dollars } from '@docketbox/contract'

/** The goods and services tax inside a price: an eleventh, half a cent rounded up. */
export function gstIn(cents: number): number {
  return Math.floor((cents * 2 + 11) / 22)
}

/** What is left of a payment for a period, in cents, a begun cent counting whole. */
export function unusedShare(cents: number, { start, end }: { start: Date; end: Date }, now: Date): number {
  const left = Math.min(Math.max(+end - +now, 0), +end - +start)
  return Math.min(cents, Math.ceil((cents * left) / (+end - +start)))
}
