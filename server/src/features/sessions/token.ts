import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import { z } from 'zod'

const ALGORITHM = 'HS256'
const AUDIENCE = 'docketbox-web'

export type Claims = {
  userId: string
  sessionId: string
  role: string
  issuedAt: Date
  expiresAt: Date
}

/** Signs the bearer token of a session, a JWT (requirement 5: `sub`, `sid`, `role`, `exp`; one algorithm; `aud`). */
export function signToken(key: Uint8Array, { userId, sessionId, role, issuedAt, expiresAt }: Claims): string {
  const sign = createSigner({ key: Buffer.from(key), algorithm: ALGORITHM })
  const [iat, exp] = [inSeconds(issuedAt), inSeconds(expiresAt)]
  return sign({ sub: userId, sid: sessionId, role, aud: AUDIENCE, iat, exp })
}

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() })

/** @returns the session of a token; undefined if it's forged, expired or for another audience. */
export function verifyToken(
  key: Uint8Array,
  token: string,
  now: Date,
): { userId: string; sessionId: string; expiresAt: Date } | undefined {
  const verify = createVerifier({
    key: Buffer.from(key),
    algorithms: [ALGORITHM],
    allowedAud: AUDIENCE,
    requiredClaims: ['sub', 'sid', 'aud', 'exp'],
    clockTimestamp: now.getTime(),
  })
  try {
    const { data } = claims.safeParse(verify(token))
    return data && { userId: data.sub, sessionId: data.sid, expiresAt: new Date(data.exp * 1000) }
  } catch (thrown) {
    if (thrown instanceof TokenError) return undefined
    throw thrown
  }
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
