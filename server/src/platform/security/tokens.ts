import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256, 32 bytes. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
