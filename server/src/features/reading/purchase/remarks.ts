/** Rows about what else the business offers, and when. */
const REMARK = new RegExp(
  [
    String.raw`\b(free|customer|guest|complimentary|ample|limited) ((customer|guest|on-?site) )?(parking|car ?park)\b`,
    String.raw`\b(parking|car ?park) ((is|are) )?(free|available|at|behind|on-?site)\b`,
    String.raw`\b(trading hours|open (daily|from|mon|till?|until|\d)|every|weekly|(a|per|each) week|happy hour|trivia)\b`,
    String.raw`\b(save|vouchers?)\b`,
  ].join('|'),
)

/** In characters, longer than on any receipt. Patterns that skip words take cubic time. */
const MAX = { text: 16_000, row: 200 }

/** The text of a receipt, in lower case, without such rows. */
export function withoutRemarks(printed: string): string {
  return printed
    .slice(0, MAX.text)
    .split('\n')
    .filter((row) => row !== '' && !REMARK.test(row))
    .map((row) => row.slice(0, MAX.row))
    .join('\n')
}
