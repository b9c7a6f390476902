/** What's wrong with a phone number, and what to enter instead. */
export const phoneNumberMessages = {
  notDigits: 'Please use digits only, such as 0412 345 678.',
  noAreaCode: 'Please add the area code, such as (03) 9123 4567.',
  tooShort: 'This phone number seems to be missing a digit. Mobiles have ten, such as 0412 345 678.',
  tooLong: 'This phone number seems to have an extra digit. Mobiles have ten, such as 0412 345 678.',
  unknown: 'This doesn’t look like a valid phone number. Try 0412 345 678, or +64 … for an overseas number.',
}

/**
 * Checks a phone number the way Australians write it: with spaces, brackets, dashes and dots anywhere, with or
 * without +61. Foreign numbers need their +. Checks lengths only, not the numbering plans of the world.
 * @returns a message, or undefined if the number is plausible or empty.
 */
export function phoneNumberProblem(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (!/^\+?[\d\s().\-/]+$/.test(text) || !/\d/.test(text)) return phoneNumberMessages.notDigits
  const digits = text.replaceAll(/\D/g, '')
  if (isForeign(text, digits)) return lengthProblem(digits.replace(/^0011/, ''), 8, 15)
  return nationalProblem(nationalPart(text, digits))
}

function isForeign(text: string, digits: string): boolean {
  return (text.startsWith('+') && !digits.startsWith('61')) || /^0011(?!61)/.test(digits)
}

/** @returns the digits without the country code and with one leading 0. */
function nationalPart(text: string, digits: string): string {
  const stripped = text.startsWith('+')
    ? digits.slice(2)
    : digits.replace(/^(?:0011)?61(?=0?[23478]\d{8}$)/, '')
  return /^[23478]\d{8}$/.test(stripped) ? `0${stripped}` : stripped
}

function nationalProblem(digits: string): string | undefined {
  if (/^(?:0[23478]\d{8}|1[38]00\d{6}|13\d{4})$/.test(digits)) return undefined
  if (/^[2-9]\d{7}$/.test(digits)) return phoneNumberMessages.noAreaCode
  if (/^0[23478]/.test(digits)) return lengthProblem(digits, 10, 10)
  return phoneNumberMessages.unknown
}

function lengthProblem({ length }: string, min: number, max: number): string | undefined {
  if (length < min) return phoneNumberMessages.tooShort
  return length > max ? phoneNumberMessages.tooLong : undefined
}
