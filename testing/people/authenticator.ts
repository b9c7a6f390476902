import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app: the code of a secret at a time. Independent of the product's implementation, to check it. */
export function authenticatorCode(secret: string, at: Date): string {
  let bits = ''
  for (const letter of secret) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(at.getTime() / 30_000), 4)
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = digest[19]! & 15
  const number = ((digest[offset]! & 127) << 24) | digest.readUIntBE(offset + 1, 3)
  return String(number % 1_000_000).padStart(6, '0')
}
