/** What a person is told when a text of theirs looks like a tax file number. */
export const taxFileNumberWarning =
  'This looks like a tax file number. We never need it: please take it out before you send this.'

/** What they are told when it was sent all the same. */
export const taxFileNumberRemoved =
  'What you sent looked as if a tax file number was in it. We never need it, so we took it out and did not keep it.'

const weights = [1, 4, 3, 7, 5, 8, 6, 9, 10]
const context = /\btfn\b|tax\s*file/gi
/** How far from the words a number may stand and still be what they speak of. */
const REACH = 60

/** What stands in a text in place of a tax file number, once we have it. */
export const removedNumber = '[number removed]'

/**
 * Whether a text seems to hold a tax file number: nine digits that pass the checksum, near the words TFN or tax file.
 * One in eleven numbers passes the checksum by chance, so the number alone says nothing.
 */
export function holdsTaxFileNumber(text: string): boolean {
  return numbersIn(text).length > 0
}

/** The text without what seems to be a tax file number in it, which nobody may keep who has no use for it by law. */
export function withoutTaxFileNumbers(text: string): string {
  return numbersIn(text).reduceRight(
    (rest, { index, length }) => rest.slice(0, index) + removedNumber + rest.slice(index + length),
    text,
  )
}

function numbersIn(text: string): { index: number; length: number }[] {
  const places = [...text.matchAll(context)].map(({ index }) => index)
  if (places.length === 0) return []
  // Nine digits, in one run or in groups, with no further digit on either side.
  const candidates = text.matchAll(/(?<!\d|\d[ .-])\d(?:[ .-]?\d){8}(?![ .-]?\d)/g)
  return [...candidates]
    .map(({ 0: found, index }) => ({ found, index, length: found.length }))
    .filter(
      ({ found, index, length }) =>
        passesChecksum(found.replaceAll(/\D/g, '')) &&
        places.some((place) => place > index - REACH && place < index + length + REACH),
    )
}

/** The tax office's checksum: the weighted digits add up to a multiple of eleven. */
function passesChecksum(digits: string): boolean {
  if (/^0+$/.test(digits)) return false
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return sum % 11 === 0
}
