/** Made when first needed: what the browser reads for it would hold up a screen that shows no amount yet. */
let dollarsAndCents: Intl.NumberFormat | undefined

/** Integer cents as people read them: `$1,234.50`. */
export function dollars(cents: number): string {
  dollarsAndCents ??= new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency: 'AUD',
    currencyDisplay: 'narrowSymbol',
  })
  return dollarsAndCents.format(cents / 100)
}

/** What somebody typed as an amount, in integer cents; undefined when it is no amount. */
export function centsOf(typed: string): number | undefined {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec(typed.replaceAll(/\s/g, ''))
  if (!found) return undefined
  const [, whole = '', part = ''] = found
  if (whole === '' && part === '') return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
}

/** Cents as they are edited in a field: `1234.50`, empty when there are none. */
export function typedAmount(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? '' : (cents / 100).toFixed(2)
}

/** Cents as a money field shows them: `1,234.50`, empty when there are none. */
export function groupedAmount(cents: number | null | undefined): string {
  return typedAmount(cents).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
}
