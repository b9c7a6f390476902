/** Tickets and conditions warn of fines, too. Before a day, “May” is a month. */
const WARNING = String.raw`(?<!\b(?:may(?! \d)|will|avoid|failure|risk|subject|liable|incur|receive)\b[^.]{0,80})`
const NAMES = [
  String.raw`(infringement|penalty) (notices?|number|no)\b(?! (apply|may|will))`,
  String.raw`infringement(:| ?#| \w?\d{4}| (paid|payment|ref(erence)?|id)\b)`,
  String.raw`(parking|speeding|traffic) (infringement|fine)s?\b`,
  String.raw`(date|time|place|details|nature) of offence`,
  'offence ?(date|code|details|description|:)',
]
const FINE = new RegExp(`${WARNING}\\b(${NAMES.join('|')})`)
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
