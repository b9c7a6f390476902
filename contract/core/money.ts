/** Created on first use: loading its locale data would delay screens that show no amount. */
let currency: Intl.NumberFormat | undefined

/** Formats integer cents as `$1,234.50`. */
export function formatCents(cents: number): string {
  currency ??= new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency: 'AUD',
    currencyDisplay: 'narrowSymbol',
  })
  // Not -0, which reads as -$0.00.
  return currency.format((cents + 0) / 100)
}

/** Parses a typed amount into integer cents; undefined if it isn't an amount. */
export function parseCents(typed: string): number | undefined {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec(typed.replaceAll(/\s/g, ''))
  if (!match) return undefined
  const [, whole = '', part = ''] = match
  if (whole === '' && part === '') return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
}

/** What's typed into an amount field: integer cents, the text itself if it isn't an amount, undefined if it's blank. */
export function centsOrText(typed: string): number | string | undefined {
  return typed.trim() === '' ? undefined : (parseCents(typed) ?? typed)
}

/** Cents as they're edited in a field: `1234.50`, empty without an amount. */
export function typedAmount(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? '' : (cents / 100).toFixed(2)
}

/** Cents as a money field shows them: `1,234.50`, empty without an amount. */
export function groupedAmount(cents: number | null | undefined): string {
  return typedAmount(cents).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
}
