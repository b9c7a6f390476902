import { randomBytes } from 'node:crypto'

/** Without characters that are easily confused, even on the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new reference number for customers to quote, such as `7K3M-9QXR`. */
export function newReference(): string {
  const characters = [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return dashed(characters)
}

/** The reference that someone wrote down on the phone, as `7k3m 9qxr` or with O for 0. */
export function parseReference(text: string): string | undefined {
  const characters = text
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return characters.length === 8 && !characters.includes('U') ? dashed(characters) : undefined
}

function dashed(characters: string): string {
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}
