/** Shown while a text contains a likely tax file number. */
export const taxFileNumberWarning =
  'This looks like a tax file number. We never need it, so please remove it before you send this.'

/** Shown after such a text was sent. */
export const taxFileNumberRemoved =
  'Your message seemed to include a tax file number. We never need it, so we removed it and didn’t store it.'

const weights = [1, 4, 3, 7, 5, 8, 6, 9, 10]
const context = /\btfn\b|tax\s*file/gi
/** The greatest distance, in characters, between the words and the number. */
const MAX_DISTANCE = 60

/** Replaces a redacted number. */
export const removedNumber = '[number removed]'

/**
 * Whether a text contains a likely tax file number: nine digits that pass the checksum, near the words TFN or tax file.
 * One in eleven numbers passes the checksum by chance, so the number alone proves nothing.
 */
export function holdsTaxFileNumber(text: string): boolean {
  return numbersIn(text).length > 0
}

/** Redacts likely TFNs; storing one without a lawful purpose is an offence (TFN Rule 2015). */
export function withoutTaxFileNumbers(text: string): string {
  return numbersIn(text).reduceRight(
    (rest, { index, length }) => rest.slice(0, index) + removedNumber + rest.slice(index + length),
    text,
  )
}

function numbersIn(text: string): { index: number; length: number }[] {
  const mentions = [...text.matchAll(context)].map(({ index }) => index)
  if (mentions.length === 0) return []
  // Nine digits, in one run or in groups, with no further digit on either side.
  const candidates = text.matchAll(/(?<!\d|\d[ .-])\d(?:[ .-]?\d){8}(?![ .-]?\d)/g)
  return [...candidates]
    .map(({ 0: digits, index }) => ({ digits, index, length: digits.length }))
    .filter(
      ({ digits, index, length }) =>
        passesChecksum(digits.replaceAll(/\D/g, '')) &&
        mentions.some((mention) => mention > index - MAX_DISTANCE && mention < index + length + MAX_DISTANCE),
    )
}

/** The tax office's checksum: the weighted digits add up to a multiple of eleven. */
function passesChecksum(digits: string): boolean {
  if (/^0+$/.test(digits)) return false
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return sum % 11 === 0
}
