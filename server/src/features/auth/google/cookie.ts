import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { encrypt, decrypt } from '#platform/security/encryption.ts'

const NAME = 'google_sign_in'
const CONTEXT = 'google-sign-in'
const SECONDS = 10 * 60

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  isRemembered: z.boolean(),
  returnTo: z.string().optional(),
})
/** What the callback is verified against, and the options the user chose. */
export type Attempt = z.infer<typeof attempt>

type CookieDeps = Pick<Deps, 'now' | 'publicUrl' | 'secrets'>

/** Encrypted, HTTP-only and short-lived. */
export function attemptCookie({ secrets, publicUrl, now }: CookieDeps, value: Attempt): string {
  const endsAt = now().getTime() + SECONDS * 1000
  const encrypted = encrypt(secrets.encryptionKey, CONTEXT, JSON.stringify({ ...value, endsAt }))
  return setCookie(publicUrl, encrypted.toString('base64url'), SECONDS)
}

/** Deletes the cookie. */
export function endedCookie({ publicUrl }: Pick<CookieDeps, 'publicUrl'>): string {
  return setCookie(publicUrl, '', 0)
}

/** @returns undefined if the cookie is missing, altered or expired. */
export function readAttempt({ secrets, now }: CookieDeps, header: string): Attempt | undefined {
  const value = parseCookie(header)[NAME]
  if (!value) return undefined
  try {
    const decrypted = decrypt(secrets.encryptionKey, CONTEXT, Buffer.from(value, 'base64url')).toString()
    const { endsAt, ...rest } = attempt.extend({ endsAt: z.number() }).parse(JSON.parse(decrypted))
    return endsAt > now().getTime() ? rest : undefined
  } catch {
    return undefined
  }
}

/** Lax, because the provider redirects back from another site. */
function setCookie(publicUrl: string, value: string, maxAge: number): string {
  const secure = publicUrl.startsWith('https:')
  const options = { path: '/api/auth/google', maxAge, httpOnly: true, sameSite: 'lax', secure } as const
  return stringifySetCookie({ name: NAME, value, ...options })
}
