/** The goods and services tax inside a price: an eleventh, half a cent rounded up. */
export function gstIn(cents: number): number {
  return Math.floor((cents * 2 + 11) / 22)
}

/** "$1,234.50" */
export function dollars(cents: number): string {
  const [whole, rest] = (Math.abs(cents) / 100).toFixed(2).split('.') as [string, string]
  return `${cents < 0 ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

/** What is left of a payment for a period, in cents, a begun cent counting whole. */
export function unusedShare(cents: number, { start, end }: { start: Date; end: Date }, now: Date): number {
  const left = Math.min(Math.max(+end - +now, 0), +end - +start)
  return Math.min(cents, Math.ceil((cents * left) / (+end - +start)))
}
