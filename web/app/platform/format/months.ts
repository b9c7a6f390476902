/** The name of a month such as `2026-07`: `July 2026`, or `J`. */
export function nameOfMonth(month: string, style: 'long' | 'narrow'): string {
  return new Intl.DateTimeFormat('en-AU', {
    month: style,
    ...(style === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
}
