/** A percentage as it was typed, such as `50` or `50%`; NaN if it isn't a number. */
export function typedPercent(text: string): number {
  return Number(text.trim().replace(/\s*%$/, ''))
}
