import { z } from 'zod'
import { sealedCookie } from '../sealed-cookie.ts'

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  isRemembered: z.boolean(),
  returnTo: z.string().optional(),
})
/** The values that verify the callback, and the options the user chose. */
export type Attempt = z.infer<typeof attempt>

/** Lax, because the provider redirects back from another site. */
export const attemptCookie = sealedCookie({
  name: 'google_sign_in',
  schema: attempt,
  path: '/api/auth/google',
  seconds: 10 * 60,
  sameSite: 'lax',
})

/** The browser uses the one-time code straight away. */
export const CODE_SECONDS = 5 * 60

/**
 * Proves that a one-time code comes from the browser that went to Google: a link with someone else's code would log a
 * user in to someone else's account.
 */
export const browserCookie = sealedCookie({
  name: 'google_browser',
  schema: z.object({ secret: z.string() }),
  path: '/api/auth',
  seconds: CODE_SECONDS,
  sameSite: 'strict',
})
