import { api, ownPhoneNumber, profileBody, profileTexts } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Sessions } from '#features/sessions'
import {
  cancelOwnEmailChange,
  requestEmailChange,
  changePassword,
  confirmEmail,
  keepEmail,
  readDevice,
  rememberDevice,
} from '#features/auth'
import { requestDetailsCopy } from '#features/payments'
import { bindGuestByEmail, endGuestLinksSince, revokeSharesSince } from '#features/rooms'
import { confirmRecoveryCodes, removeSecondFactorSince } from '#features/second-factor'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { isValidPhoneNumber } from '#platform/people/phone-numbers.ts'
import { route } from '#platform/http/route.ts'
import { openAvatar } from './avatar.ts'
import { addOwnPasskey, beginOwnPasskey, removeOwnPasskey } from './passkeys.ts'
import { confirmSetUp, replaceRecoveryCodes, beginSetUp, turnOffSecondFactor } from './second-factor.ts'
import { endOtherSessions, endSession, listSecurityEvents, listSessions, securityOf } from './security.ts'
import { updateProfile } from './update-profile.ts'

export function profileRoutes(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  const { profile } = api
  const onConfirm = async (db: Db, ownerId: string, { formerEmail }: { formerEmail: string }) => {
    await requestDetailsCopy(deps, db, ownerId)
    await bindGuestByEmail(db, formerEmail, ownerId)
  }
  const onKeep = async (db: Db, ownerId: string, { thiefSince }: { thiefSince: Date | undefined }) => {
    await requestDetailsCopy(deps, db, ownerId)
    if (!thiefSince) return
    const during = { since: thiefSince, at: deps.now() }
    await revokeSharesSince(db, ownerId, during)
    await endGuestLinksSince(db, ownerId, during)
    await removeSecondFactorSince(db, ownerId, thiefSince)
  }

  const updateEndpoint = {
    ...profile.update,
    body: profileBody.extend({ phoneNumber: ownPhoneNumber(isValidPhoneNumber).optional() }),
  }
  route(app, updateEndpoint, async ({ scope, body }) => ({
    message: profileTexts.updated,
    user: await updateProfile(deps, scope, body),
  }))
  route(app, profile.avatar, ({ params }) => openAvatar(deps, params.picture))

  route(app, profile.security, (caller) => securityOf(deps, caller))
  route(app, profile.sessions, (caller) => listSessions(deps, caller))
  route(app, profile.endSession, async ({ params, ...caller }) => {
    await endSession(deps, sessions, caller, params.sessionId)
    return { message: 'Device logged out.' }
  })
  route(app, profile.endOtherSessions, async (caller) => {
    await endOtherSessions(deps, sessions, caller)
    return { message: 'All other devices logged out.' }
  })

  route(app, profile.securityEvents, ({ scope, query }) => listSecurityEvents(deps, scope, query))

  // Tabs opened before an update still call the second one.
  for (const path of [profile.changePassword.path, '/api/user/password'] as const)
    route(app, { ...profile.changePassword, path }, async ({ actor, body, cookies, setCookie }) => {
      const user = await changePassword(deps, sessions, actor, body)
      setCookie(rememberDevice(deps, readDevice(deps, cookies), user))
      return { message: profileTexts.passwordChanged }
    })
  route(app, profile.changeEmail, async ({ actor, body }) => {
    await requestEmailChange(deps, actor, body)
    return { message: profileTexts.emailAsked }
  })
  route(app, profile.cancelEmailChange, async ({ actor }) => {
    await cancelOwnEmailChange(deps, actor)
    return { message: profileTexts.emailChangeCancelled }
  })
  route(app, profile.confirmEmail, async ({ body: { token }, userAgent }) => {
    const { id, email } = await confirmEmail(deps, sessions, { token, userAgent, onChange: onConfirm })
    return { message: profileTexts.emailChanged, email, _id: id }
  })
  route(app, profile.keepEmail, async ({ body: { token }, userAgent }) => ({
    message: profileTexts.emailKept,
    email: await keepEmail(deps, sessions, { token, userAgent, onChange: onKeep }),
  }))

  route(app, profile.beginSecondFactor, ({ actor, body }) => beginSetUp(deps, actor, body))
  route(app, profile.confirmSecondFactor, async ({ actor, body }) => ({
    recoveryCodes: await confirmSetUp(deps, sessions, actor, body.code),
  }))
  route(app, profile.turnOffSecondFactor, async ({ actor, body }) => {
    await turnOffSecondFactor(deps, sessions, actor, body)
    return { message: profileTexts.secondFactorOff }
  })
  route(app, profile.renewRecoveryCodes, async ({ actor, body }) => ({
    recoveryCodes: await replaceRecoveryCodes(deps, actor, body),
  }))

  route(app, profile.confirmRecoveryCodes, async ({ scope, body }) => {
    await confirmRecoveryCodes(deps, scope.ownerId, body.code)
    return { message: profileTexts.recoveryCodesSaved }
  })

  route(app, profile.beginPasskey, ({ actor, body }) => beginOwnPasskey(deps, actor, body))
  route(app, profile.addPasskey, ({ actor, body }) => addOwnPasskey(deps, sessions, actor, body))
  route(app, profile.removePasskey, async ({ actor, params, body }) => {
    await removeOwnPasskey(deps, sessions, actor, params.passkeyId, body)
    return { message: profileTexts.passkeyRemoved }
  })
}
