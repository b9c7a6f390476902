import { randomBytes } from 'node:crypto'

/** Without characters that are easily confused, even on the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new reference number for customers to quote, such as `7K3M-9QXR`. */
export function newReference(): string {
  const characters = [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}
