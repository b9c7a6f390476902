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
/** A sign-in under way: what the provider's answer is checked against, and what the person wished for. */
export type Attempt = z.infer<typeof attempt>

type CookieDeps = Pick<Deps, 'now' | 'publicUrl' | 'secrets'>

/** The cookie that goes to the provider and back with the browser: sealed, out of reach of scripts, short-lived. */
export function attemptCookie({ secrets, publicUrl, now }: CookieDeps, value: Attempt): string {
  const endsAt = now().getTime() + SECONDS * 1000
  const sealed = encrypt(secrets.encryptionKey, CONTEXT, JSON.stringify({ ...value, endsAt }))
  return setCookie(publicUrl, sealed.toString('base64url'), SECONDS)
}

/** Takes the cookie back. */
export function endedCookie({ publicUrl }: Pick<CookieDeps, 'publicUrl'>): string {
  return setCookie(publicUrl, '', 0)
}

/** What the cookie holds; nothing when there is none, when it was changed, or when it is too old. */
export function readAttempt({ secrets, now }: CookieDeps, header: string): Attempt | undefined {
  const value = parseCookie(header)[NAME]
  if (!value) return undefined
  try {
    const opened = decrypt(secrets.encryptionKey, CONTEXT, Buffer.from(value, 'base64url')).toString()
    const { endsAt, ...kept } = attempt.extend({ endsAt: z.number() }).parse(JSON.parse(opened))
    return endsAt > now().getTime() ? kept : undefined
  } catch {
    return undefined
  }
}

/** Lax, because the way back from the provider is a navigation from another site. */
function setCookie(publicUrl: string, value: string, maxAge: number): string {
  const secure = publicUrl.startsWith('https:')
  const options = { path: '/api/auth/google', maxAge, httpOnly: true, sameSite: 'lax', secure } as const
  return stringifySetCookie({ name: NAME, value, ...options })
}
