import type { Sharp } from 'sharp'

/** The picture is scaled down to this size in each direction before its DCT. */
const PIXELS = 32
/** How many of the lowest frequencies count in each direction: 16, so the hash has 256 bits. */
const FREQUENCIES = 16

/**
 * A perceptual hash (pHash) of a picture: the signs of the low-frequency coefficients of its discrete cosine transform
 * (DCT). The same picture at another size, quality or format differs in few bits.
 * @returns 64 hexadecimal digits, to compare by Hamming distance.
 */
export async function perceptualHash(picture: Sharp): Promise<string> {
  const grey = await picture.greyscale().resize(PIXELS, PIXELS, { fit: 'fill' }).raw().toBuffer()
  const rows = Array.from({ length: PIXELS }, (_, y) =>
    lowFrequencyDct(grey.subarray(y * PIXELS, (y + 1) * PIXELS)),
  )
  let bits = ''
  for (let x = 0; x < FREQUENCIES; x++) {
    const coefficients = lowFrequencyDct(rows.map((row) => row[x]!))
    bits += coefficients.map((value) => (value > 0 ? '1' : '0')).join('')
  }
  return BigInt(`0b${bits}`)
    .toString(16)
    .padStart((FREQUENCIES * FREQUENCIES) / 4, '0')
}

/** The DCT-II coefficients of the lowest frequencies, not normalised: only their signs count. */
function lowFrequencyDct(values: ArrayLike<number>): number[] {
  const { length } = values
  return Array.from({ length: FREQUENCIES }, (_, frequency) => {
    let sum = 0
    for (let at = 0; at < length; at++)
      sum += values[at]! * Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * length))
    return sum
  })
}
