import { api, authTexts, commonRefusals, ownPhoneNumber, signUpBody } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { planStateOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { isValidPhoneNumber } from '#platform/people/phone-numbers.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { route } from '#platform/http/route.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import { clientOf } from './devices/client.ts'
import { rememberDevice } from './devices/known-device.ts'
import { challengePasskey } from './sign-in/passkey-challenge.ts'
import { finishAtGoogle, signInWithCode, startGoogle } from './google/sign-in.ts'
import { requestReset, resetPassword } from './password/reset.ts'
import { presentUser } from './present.ts'
import type { Sessions } from '#features/sessions'
import { signIn } from './sign-in/with-password.ts'
import { signUp } from './sign-up/create-account.ts'
import { findUser } from './user-store.ts'
import { resendVerification, verifyEmail } from './sign-up/verification.ts'

export function authRoutes(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  const { auth } = api

  const signUpEndpoint = {
    ...auth.signUp,
    body: signUpBody.extend({ phoneNumber: ownPhoneNumber(isValidPhoneNumber) }),
  }
  route(app, signUpEndpoint, async ({ body }) => ({
    message: authTexts.signedUp,
    user: await signUp(deps, body),
  }))

  route(app, auth.verify, async ({ query }) => {
    await verifyEmail(deps, query)
    return { message: authTexts.verified }
  })

  route(app, auth.resendVerification, async ({ params, query }) => {
    await resendVerification(deps, params.email, query.returnTo)
    return {
      success: true as const,
      message: authTexts.resent,
    }
  })

  const countsLimits = { countsLimits: true }

  route(
    app,
    auth.signIn,
    async ({ body, setCookie, ...call }) => {
      const client = clientOf(deps, call)
      const { signedIn, user } = await signIn(deps, body, client)
      setCookie(rememberDevice(deps, client.device, user))
      return signedIn
    },
    countsLimits,
  )

  route(
    app,
    auth.askForPasskey,
    async ({ body, ...call }) => {
      if (body.code !== undefined) await deps.limits.count(call.limits)
      return challengePasskey(deps, { ...body, cookies: call.cookies }, clientOf(deps, call))
    },
    countsLimits,
  )

  route(app, auth.signOut, async ({ actor, scope }) => {
    await sessions.end(deps.db, { ownerId: scope.ownerId, sessionId: actor.sessionId })
    return { message: authTexts.loggedOut }
  })

  route(app, auth.endSession, async ({ body, ...call }) => {
    const { user: ownerId, session } = body
    const { source, userAgent } = clientOf(deps, call)
    if (await sessions.end(deps.db, { ownerId, sessionId: session }))
      await recordEvent(deps, deps.db, { ownerId, kind: 'signedOut', userAgent }, { session, source })
    return { message: authTexts.loggedOut }
  })

  route(
    app,
    auth.forgetPassword,
    async ({ body, ...call }) => {
      await requestReset(deps, body.email, clientOf(deps, call))
      return { message: authTexts.resetMailed }
    },
    countsLimits,
  )

  route(app, auth.resetPassword, async ({ body, setCookie, ...call }) => {
    const client = clientOf(deps, call)
    const user = await resetPassword(deps, sessions, body, client)
    // Where its owner chose a new password, nothing keeps them from logging in with it.
    setCookie(rememberDevice(deps, client.device, user))
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
  route(app, google.start, ({ query, setCookie }) => startGoogle(deps, query, setCookie))
  route(app, google.callback, ({ query, ...browser }) => finishAtGoogle(deps, query, browser))
  route(app, google.finish, async ({ body, setCookie, ...call }) => {
    const client = clientOf(deps, call)
    const { signedIn, user } = await signInWithCode(deps, { ...body, cookies: call.cookies }, client)
    setCookie(rememberDevice(deps, client.device, user))
    return signedIn
  })
}
