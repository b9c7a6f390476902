const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** @returns the eleven digits, or undefined if the modulus-89 check fails. Passing doesn't mean the ABN is registered. */
export function abnDigits(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (!/^[1-9]\d{10}$/.test(digits)) return undefined
  const sum = WEIGHTS.reduce(
    (total, weight, index) => total + weight * (Number(digits[index]) - (index === 0 ? 1 : 0)),
    0,
  )
  return sum % 89 === 0 ? digits : undefined
}

/** Formats `51824753556` as `51 824 753 556`. */
export function abnText(digits: string): string {
  return digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}
