/** Tickets and conditions warn of fines, too. Before a day, “May” is a month. */
const WARNING = String.raw`(?<!\b(?:may(?! \d)|will|avoid|failure|risk|subject|liable|incur|receive)\b[^.]{0,80})`
const FINE = new RegExp(
  String.raw`${WARNING}\b((infringement|penalty) (notices?|number|no)\b(?! (apply|may|will))|(parking|speeding|traffic) (infringement|fine)s?\b|(date|time|place|details|nature) of offence|offence ?(date|code|details|:))`,
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
