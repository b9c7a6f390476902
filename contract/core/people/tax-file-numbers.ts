/** Shown while a text contains a likely tax file number. */
export const taxFileNumberWarning =
  'This looks like a tax file number. We never need it, so please remove it before you send this.'

/** Shown after such a text was sent. */
export const taxFileNumberRemoved =
  'Your message seemed to include a tax file number. We never need it, so we removed it and didn’t store it.'

const weights = [1, 4, 3, 7, 5, 8, 6, 9, 10]
const context = /(?<!\p{L})t[.\s]?f[.\s]?ns?(?!\p{L})|tax[^\p{L}\p{N}]*file/giu
/** Nine digits in one run or in any groups, with no further digit on either side. */
const nineDigits = /(?<!\d|\d[\p{Zs}\t.\p{Pd}])\d(?:[\p{Zs}\t.\p{Pd}]?\d){8}(?![\p{Zs}\t.\p{Pd}]?\d)/gu
/**
 * Nine digits in one run or three by three, with almost anything in between and other numbers on either side. Two digits
 * before them make an ABN or a phone number such as +61 412 345 678. The lookahead finds overlapping ones, too.
 */
const threeByThree =
  /(?<!\d|(?<![\d./-])\d\d\s)(?=(\d{3}(?:[^\p{L}\p{N},$]{0,3}|,)\d{3}(?:[^\p{L}\p{N},$]{0,3}|,)\d{3})(?!\d))/gu
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
  let redacted = ''
  let end = 0
  for (const number of numbersIn(text)) {
    // Overlapping numbers are removed as one.
    if (number.start >= end) redacted += text.slice(end, number.start) + removedNumber
    end = Math.max(end, number.end)
  }
  return redacted + text.slice(end)
}

function numbersIn(text: string): { start: number; end: number }[] {
  const mentions = [...text.matchAll(context)].map(({ index }) => index)
  if (mentions.length === 0) return []
  return [...text.matchAll(nineDigits), ...text.matchAll(threeByThree)]
    .map(({ 0: any, 1: digits = any, index }) => ({ digits, start: index, end: index + digits.length }))
    .filter(
      ({ digits, start, end }) =>
        passesChecksum(digits.replaceAll(/\D/g, '')) &&
        mentions.some((mention) => mention > start - MAX_DISTANCE && mention < end + MAX_DISTANCE),
    )
    .toSorted((one, other) => one.start - other.start)
}

/** The tax office's checksum: the weighted digits add up to a multiple of eleven. */
function passesChecksum(digits: string): boolean {
  if (/^0+$/.test(digits)) return false
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return sum % 11 === 0
}
