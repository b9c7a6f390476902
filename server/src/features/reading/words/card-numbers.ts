/** 13 to 19 digits, or letters that look like them, in groups. */
const NUMBER = /(?<![\dA-Za-z])[\dOoIlSB](?:[ -]?[\dOoIlSB]){12,18}(?![\dA-Za-z])/g
const GROUPED = /^\S{4}[ -]\S{4}[ -]\S{4}[ -]\S{1,7}$/
const MIN_DIGITS = 10
/** The end of a number that the receipt already masks: `************1794`. */
const MASKED_END = /([*xX#•·]{4}[*xX#•· -]*)(\d{3,6}\b)?/g

/** Replaces the digits of likely card numbers with asterisks, because they must never be stored. */
export function maskCardNumbers(text: string): string {
  return text
    .replace(NUMBER, (number) => (isCardNumber(number) ? number.replace(/[^ -]/g, '*') : number))
    .replace(MASKED_END, (_, mask: string, end = '') => mask + '*'.repeat(end.length))
}

function isCardNumber(text: string): boolean {
  if ((text.match(/\d/g) ?? []).length < MIN_DIGITS) return false
  return GROUPED.test(text) || passesLuhn(text.replace(/\D/g, ''))
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return digits.length >= 13 && sum % 10 === 0
}
