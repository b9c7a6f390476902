import { randomBytes } from 'node:crypto'

/** Digits and letters that cannot be taken for one another, when read out on the phone either. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new reference number for people to quote: `7K3M-9QXR`, one of a million million. */
export function newReference(): string {
  const drawn = [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')
  return `${drawn.slice(0, 4)}-${drawn.slice(4)}`
}
