import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const ALGORITHM = 'HS256'
const AUDIENCE = 'docketbox-web'

export type AccessClaims = { userId: string; sessionId: string; role: string; expiresAt: Date }

/** Signs the bearer token of a session (decision 5: `sub`, `sid`, `role`, `exp`; one algorithm; `aud`). */
export function signAccessToken(key: Uint8Array, claims: AccessClaims): Promise<string> {
  return new SignJWT({ sid: claims.sessionId, role: claims.role })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(claims.userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(claims.expiresAt)
    .sign(key)
}

const ids = z.object({ sub: z.uuid(), sid: z.uuid() })

/** The session a token speaks for, or nothing when it is forged, for somebody else, or over. */
export async function verifyAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<{ userId: string; sessionId: string; expiresAt: Date } | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: now,
    })
    const { data } = ids.safeParse(payload)
    return data && { userId: data.sub, sessionId: data.sid, expiresAt: new Date(payload.exp! * 1000) }
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return undefined
    throw thrown
  }
}
