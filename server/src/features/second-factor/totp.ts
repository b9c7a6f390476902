import { createHmac, timingSafeEqual } from 'node:crypto'

// RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds.
const STEP_SECONDS = 30
const DIGITS = 6
/** Accepts codes this many steps early or late, because phones' clocks drift. */
const DRIFT = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS)
}

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.at(-1)! & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** @returns the current step whose code this is; undefined if there's none later than `after`. */
export function stepOf(secret: Uint8Array, code: string, now: Date, after: number): number | undefined {
  const current = stepAt(now)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index)
  return steps.filter((step) => step > after).find((step) => isSame(codeAt(secret, step), code))
}

/** RFC 4648 base32 without padding, for typing into an app. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The content of the QR code. */
export function otpauthUri(
  secret: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}

function isSame(code: string, typed: string): boolean {
  const [expected, given] = [Buffer.from(code), Buffer.from(typed)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
