import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const AUDIENCE = 'docketbox-web'
/** The only one there is: a token that names another algorithm, or none, is not ours. */
const HEADER = encoded({ alg: 'HS256' })

export type AccessClaims = {
  userId: string
  sessionId: string
  role: string
  issuedAt: Date
  expiresAt: Date
}

/**
 * Signs the bearer token of a session, a JWT (decision 5: `sub`, `sid`, `role`, `exp`; one algorithm; `aud`).
 * On the spot: Web Crypto does it in the thread pool, in line behind the password hashes.
 */
export function signAccessToken(
  key: Uint8Array,
  { userId, sessionId, role, issuedAt, expiresAt }: AccessClaims,
): string {
  const [iat, exp] = [inSeconds(issuedAt), inSeconds(expiresAt)]
  const signed = `${HEADER}.${encoded({ sub: userId, sid: sessionId, role, aud: AUDIENCE, iat, exp })}`
  return `${signed}.${signatureOf(signed, key)}`
}

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), aud: z.literal(AUDIENCE), exp: z.int() })

/** The session a token speaks for, or nothing when it is forged, for somebody else, or over. */
export function verifyAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): { userId: string; sessionId: string; expiresAt: Date } | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header !== HEADER || !payload || !signature || rest.length > 0) return undefined
  if (!isSame(signature, signatureOf(`${header}.${payload}`, key))) return undefined
  const { data } = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!data || data.exp <= inSeconds(now)) return undefined
  return { userId: data.sub, sessionId: data.sid, expiresAt: new Date(data.exp * 1000) }
}

function signatureOf(signed: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(signed).digest('base64url')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
