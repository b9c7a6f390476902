/** Rows about what else the business offers, and when. */
const REMARK = new RegExp(
  [
    String.raw`\b(free|customer|guest|complimentary|ample|limited) ((customer|guest|on-?site) )?(parking|car ?park)\b`,
    String.raw`\b(parking|car ?park) ((is|are) )?(free|available|at|behind|on-?site)\b`,
    String.raw`\b(trading hours|open (daily|from|mon|till?|until|\d)|every|weekly|(a|per|each) week|happy hour|trivia)\b`,
    String.raw`\b(save|vouchers?)\b`,
  ].join('|'),
)

/** The text of a receipt, in lower case, without such rows. */
export function withoutRemarks(printed: string): string {
  return printed
    .split('\n')
    .filter((row) => !REMARK.test(row))
    .join('\n')
}
