import { createCipheriv, createHash } from 'node:crypto'

/** Padding of passwords (ISO 32000-2, 7.6.4.3.2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/**
 * Whether a PDF opens only with a password, by the test its own dictionary contains: many PDFs are encrypted with an
 * empty one.
 * @param encryption the text of its encryption dictionary.
 * @param trailer text that contains its `ID`.
 */
export function needsPassword(encryption: string, trailer: string): boolean {
  if (!/\/Filter\s*\/Standard\b/.test(encryption)) return false
  const revision = numberAfter(encryption, 'R')
  const check = stringAfter(encryption, 'U')
  if (revision === undefined || check === undefined) return false
  if (revision >= 5) {
    const hash = revision === 5 ? sha256(check.subarray(32, 40)) : hardenedHash(check.subarray(32, 40))
    return !hash.equals(check.subarray(0, 32))
  }
  const id = stringAfter(trailer, 'ID\\s*\\[') ?? Buffer.alloc(0)
  const key = keyOf(encryption, revision, id)
  if (revision === 2) return !rc4(key, PADDING).equals(check.subarray(0, 32))
  let sum: Buffer = md5(PADDING, id)
  for (let round = 0; round < 20; round++) {
    const mixed = key.map((byte) => byte ^ round)
    sum = rc4(mixed, sum)
  }
  return !sum.equals(check.subarray(0, 16))
}

/** The key that belongs to an empty password (7.6.4.3.2). */
function keyOf(encryption: string, revision: number, id: Buffer): Buffer {
  const owner = stringAfter(encryption, 'O') ?? Buffer.alloc(32)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE((numberAfter(encryption, 'P') ?? 0) | 0)
  const hidesMetadata = revision >= 4 && /\/EncryptMetadata\s+false/.test(encryption)
  const metadata = hidesMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  const version = numberAfter(encryption, 'V') ?? 1
  const bits = version === 1 ? 40 : version === 4 ? 128 : (numberAfter(encryption, 'Length') ?? 40)
  const bytes = Math.min(16, Math.max(5, bits >> 3))
  let key = md5(PADDING, owner.subarray(0, 32), permissions, id, metadata)
  for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key.subarray(0, bytes))
  return key.subarray(0, bytes)
}

/** The hash of revision 6 (7.6.4.3.4), of an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha256(salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    )
    const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][rest]!).update(mixed).digest()
    last = mixed.at(-1)!
  }
  return key.subarray(0, 32)
}

function md5(...parts: Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** OpenSSL no longer has it, but PDFs do. */
function rc4(key: Uint8Array, bytes: Buffer): Buffer {
  const box = Uint8Array.from({ length: 256 }, (_, i) => i)
  const swap = (i: number, j: number) => ([box[i], box[j]] = [box[j]!, box[i]!])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + box[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + box[i]!) & 255
      swap(i, j)
      return byte ^ box[(box[i]! + box[j]!) & 255]!
    }),
  )
}

function numberAfter(text: string, name: string): number | undefined {
  const digits = new RegExp(`/${name}\\s+(-?\\d{1,10})\\b`).exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The string behind a name (a pattern), `<686578>` or `(literal)`. */
function stringAfter(text: string, name: string): Buffer | undefined {
  const match = new RegExp(`/${name}\\s*(?:<([\\da-fA-F\\s]*)>|\\()`).exec(text)
  if (!match) return undefined
  const [all, hex] = match
  if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex')
  return literalAt(text, match.index + all.length)
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function literalAt(text: string, start: number): Buffer {
  let literal = ''
  let depth = 1
  const token = /\\([0-7]{1,3})|\\(\r\n|[^])|([()])|[^\\()]+/y
  token.lastIndex = start
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [all, octal, escaped, parenthesis] = match
    if (parenthesis !== undefined) depth += parenthesis === '(' ? 1 : -1
    if (depth === 0) break
    if (octal !== undefined) literal += String.fromCharCode(Number.parseInt(octal, 8) & 255)
    else if (escaped !== undefined) literal += /[\r\n]/.test(escaped) ? '' : (ESCAPES[escaped] ?? escaped)
    else literal += all
  }
  return Buffer.from(literal, 'latin1')
}
