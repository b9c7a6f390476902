/** `1 file`, `1,234 files` */
export function countOf(number: number, noun: string): string {
  return `${number.toLocaleString('en-AU')} ${noun}${number === 1 ? '' : 's'}`
}

/** `1 receipt`, `1,234 receipts` */
export function receiptCount(receipts: number): string {
  return countOf(receipts, 'receipt')
}
