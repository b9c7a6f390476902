import { api, authTexts, commonRefusals, ownPhoneNumber, signUpBody } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { planStateOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { canBeCalled } from '#platform/http/phone-numbers.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { route } from '#platform/http/route.ts'
import { challengePasskey } from './sign-in/passkey-challenge.ts'
import { finishAtGoogle, signInWithCode, startGoogle } from './google/sign-in.ts'
import { requestReset, resetPassword } from './password/reset.ts'
import { presentUser } from './present.ts'
import type { Sessions } from '#features/access'
import { signIn } from './sign-in/with-password.ts'
import { signUp } from './sign-up/create-account.ts'
import { findUser } from './user-store.ts'
import { resendVerification, verifyEmail } from './sign-up/verification.ts'

export function authRoutes(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  const { auth } = api

  const signUpEndpoint = {
    ...auth.signUp,
    body: signUpBody.extend({ phoneNumber: ownPhoneNumber(canBeCalled) }),
  }
  route(app, signUpEndpoint, async ({ body }) => ({
    message: authTexts.signedUp,
    user: await signUp(deps, body),
  }))

  route(app, auth.verify, async ({ query }) => {
    await verifyEmail(deps, query)
    return { message: authTexts.verified }
  })

  route(app, auth.resendVerification, async ({ params }) => {
    await resendVerification(deps, params.email)
    return {
      success: true as const,
      message: authTexts.resent,
    }
  })

  route(app, auth.signIn, ({ body, userAgent }) =>
    signIn(deps, body, { isRemembered: body.rememberMe ?? false, userAgent }),
  )

  route(app, auth.askForPasskey, ({ body }) => challengePasskey(deps, body))

  route(app, auth.signOut, async ({ actor, scope }) => {
    await sessions.end(deps.db, { ownerId: scope.ownerId, sessionId: actor.sessionId })
    return { message: authTexts.loggedOut }
  })

  route(app, auth.forgetPassword, async ({ body }) => {
    await requestReset(deps, body.email)
    return { message: authTexts.resetMailed }
  })

  route(app, auth.resetPassword, async ({ body }) => {
    await resetPassword(deps, sessions, body)
    return { message: authTexts.passwordReset }
  })

  route(app, auth.loggedUser, async ({ actor }) => {
    const user = await findUser(deps.db, actor.id)
    if (!user) throw new Refusal(commonRefusals.signInRequired)
    const { hasSecondFactor } = actor
    return { ...presentUser(user), ...(await planStateOf(deps, actor.id)), hasSecondFactor }
  })

  const { google } = api
  route(app, google.options, async () => ({ google: deps.identity !== undefined }))
  route(app, google.start, ({ query }) => startGoogle(deps, query))
  route(app, google.callback, ({ query, cookies }) => finishAtGoogle(deps, query, cookies))
  route(app, google.finish, ({ body, userAgent }) => signInWithCode(deps, body, userAgent))
}
