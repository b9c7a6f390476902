/** What a person is told about a phone number that cannot be one, and what to write instead. */
export const phoneNumberMessages = {
  notDigits: 'Please write the phone number in digits, such as 0412 345 678.',
  noAreaCode: 'Please add the area code, such as (03) 9123 4567.',
  tooShort: 'This phone number seems to miss a digit. Mobiles have ten, such as 0412 345 678.',
  tooLong: 'This phone number seems to have a digit too many. Mobiles have ten, such as 0412 345 678.',
  unknown:
    'This does not look like a phone number we could call. Try it as 0412 345 678, or +64 … from abroad.',
}

/**
 * What is wrong with a phone number as Australians write them: spaces, brackets, dashes and dots anywhere, with or
 * without +61. Foreign numbers need their +. A light rule that both sides have at hand; it knows lengths, not the numbering plans of the world.
 * @returns a sentence, or undefined when the number may be one. An empty text is somebody else's question.
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

/** Without what stands for Australia, and with one 0 in front, which some keep after +61 and some leave out. */
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
