import { z } from 'zod'
import { authRefusals, reopen, returnTo, signedIn } from './endpoints.ts'
import { endpoint, redirect } from '../core/endpoint.ts'
import { passkeyRefusals, usedPasskey } from './passkeys.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { refusals } from '../core/refusal.ts'
import { secondFactorCode, secondFactorRefusals } from './second-factor.ts'

/** Why a Google login failed, for the login screen. Passed as `/login#problem=<name>`. */
export const googleProblems = {
  cancelled: 'You cancelled the Google login.',
  unreachable: 'We can’t reach Google right now. Please try again in a moment.',
  unverified: 'Google hasn’t verified this email address. Please sign up with your email instead.',
  unusableAddress: 'We can’t send emails to the address of this Google account. Please choose another one.',
  administrator: 'Administrators log in with their password.',
  otherAccount:
    'Your account is linked to a different Google account. Log in with that one, or with your password if you have one.',
  emailChanged:
    'This account’s email was changed. Log in with the new one. If you didn’t change it, press “keep my email” in the email we sent you.',
  suspended: 'Your account is suspended. Please contact support.',
  failed: 'The Google login didn’t work. Please try again.',
} as const
export type GoogleProblem = keyof typeof googleProblems

export const googleRefusals = refusals('google', {
  badCode: [400, googleProblems.failed],
})

const text = z.string().max(4000).optional()

export const googleEndpoints = {
  start: endpoint('GET /api/auth/google', {
    right: 'public',
    summary:
      'Redirects the browser to Google, which returns it to /login with a one-time code in the fragment.',
    query: z.object({
      rememberMe: z.enum(['true', 'false']).optional(),
      returnTo,
    }),
    response: redirect,
    limits: [{ per: 'address', max: 30, windowSeconds: 60 }],
  }),
  callback: endpoint('GET /api/auth/google/callback', {
    right: 'public',
    summary: 'Where Google returns the browser to.',
    query: z.object({ code: text, state: text, iss: text, error: text, error_description: text }),
    response: redirect,
    limits: [{ per: 'address', max: 30, windowSeconds: 60 }],
  }),
  /** A POST, so that neither the code nor the token appears in a URL. */
  finish: endpoint('POST /api/auth/google/session', {
    right: 'public',
    summary: 'Exchanges the one-time code of a Google login for a session.',
    body: z.strictObject({
      code: z.string().max(MAX_LENGTH.token),
      secondFactor: secondFactorCode.optional(),
      passkey: usedPasskey.optional(),
      reopen,
    }),
    response: signedIn,
    refusals: [
      googleRefusals.badCode,
      authRefusals.closed,
      secondFactorRefusals.codeNeeded,
      secondFactorRefusals.passkeyNeeded,
      passkeyRefusals.notAccepted,
      secondFactorRefusals.wrongCode,
    ],
    limits: [{ per: 'address', max: 30, windowSeconds: 60 }],
  }),
  options: endpoint('GET /api/auth/options', {
    right: 'public',
    summary: 'The login options besides the password.',
    response: z.object({ google: z.boolean() }),
  }),
}
