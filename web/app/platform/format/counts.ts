/** `1 receipt`, `1,234 receipts` */
export function receiptCount(count: number): string {
  return count === 1 ? '1 receipt' : `${count.toLocaleString('en-AU')} receipts`
}
