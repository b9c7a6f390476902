/** Parking tickets warn of fines, too. */
const WARNING = String.raw`(?<!\b(?:may|will|avoid|failure|risk)\b[^.]{0,80})`
const FINE = new RegExp(
  String.raw`${WARNING}\b(infringements?|penalty notice|offences?|(parking|speeding|traffic) fines?)\b`,
)
const NOTICE = /\b(infringement|penalty) notice\b|\b(parking|speeding|traffic) (infringement|fine)\b/
const AMOUNT = /^(total )?(penalty|fine|infringement)( (amount|penalty|payable|total))*\W*\d/m

/** Whether a document is about a fine, which is never deductible (s 26-5). */
export function isFine(text: string): boolean {
  return FINE.test(text.toLowerCase())
}

/** Whether it's the notice of a fine, rather than the bill of a lawyer, say. */
export function isNoticeOfFine(text: string): boolean {
  const printed = text.toLowerCase()
  return NOTICE.test(printed) && AMOUNT.test(printed)
}
