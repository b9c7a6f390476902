import { type Credentials, secondFactorRefusals } from '@docketbox/contract'
import { assertLoggedIn, type Sessions } from '#features/sessions'
import {
  cancelEmailChange,
  confirmIdentity,
  findUser,
  findUserByEmail,
  logOutOthers,
  mailSecurityChange,
} from '#features/auth'
import {
  beginSecondFactor,
  confirmSecondFactor,
  forgetWrongCodes,
  removeSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
  secondFactorChangedMail,
  secondFactorOf,
  secondFactorResetMail,
} from '#features/second-factor'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { inTransaction } from '#platform/database/transaction.ts'

export async function beginSetUp(deps: Deps, actor: Actor, credentials: Credentials) {
  return beginSecondFactor(deps, await confirmIdentity(deps, actor, credentials))
}

/** Turns on two-step login, or adds or replaces its app. The other sessions end. */
export async function confirmSetUp(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const user = (await findUser(deps.db, actor.id))!
  const codes = await inTransaction(deps.db, async (db) => {
    const { isOn, hasApp } = await secondFactorOf({ db }, actor.id)
    const codes = await confirmSecondFactor(deps, db, actor.id, code)
    if (!codes) throw invalidInput({ code: secondFactorRefusals.wrongCode.message })
    await logOutOthers(deps, sessions, db, actor)
    await sessions.setSecondFactor(db, actor, true)
    const change = hasApp ? 'appReplaced' : isOn ? 'appAdded' : 'on'
    await mailSecurityChange(deps, db, user, secondFactorChangedMail(deps, user, change))
    const action = 'profile.turnSecondFactorOn'
    await audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: actor.id })
    return codes
  })
  sessions.evict(actor.id)
  return codes
}

/** Turns off two-step login. The other sessions end. */
export async function turnOffSecondFactor(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  credentials: Credentials,
): Promise<void> {
  if (isAdministrator(actor)) throw new Refusal(secondFactorRefusals.isRequired)
  if (!(await hasSecondFactor(deps, actor.id))) throw new Refusal(secondFactorRefusals.isOff)
  const user = await confirmIdentity(deps, actor, credentials)
  await inTransaction(deps.db, async (db) => {
    await removeSecondFactor(db, actor.id)
    await logOutOthers(deps, sessions, db, actor)
    await sessions.setSecondFactor(db, actor, false)
    await mailSecurityChange(deps, db, user, secondFactorChangedMail(deps, user, 'off'))
    const action = 'profile.turnSecondFactorOff'
    await audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: actor.id })
  })
  sessions.evict(actor.id)
}

export async function replaceRecoveryCodes(
  deps: Deps,
  actor: Actor,
  credentials: Credentials,
): Promise<string[]> {
  if (!(await hasSecondFactor(deps, actor.id))) throw new Refusal(secondFactorRefusals.isOff)
  const user = await confirmIdentity(deps, actor, credentials)
  return inTransaction(deps.db, async (db) => {
    await assertLoggedIn(db, actor)
    await mailSecurityChange(deps, db, user, secondFactorChangedMail(deps, user, 'codesReplaced'))
    return renewRecoveryCodes(db, actor.id, deps.now())
  })
}

/**
 * Turns off two-step login for a user who lost it, once an operator has verified who is asking. Every session ends.
 * @returns their email address; undefined if there's no such user or no second factor.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'now' | 'publicUrl'>,
  sessions: Sessions,
  email: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(deps.db, email)
  if (!user || !(await hasSecondFactor(deps, user.id))) return undefined
  await inTransaction(deps.db, async (db) => {
    await removeSecondFactor(db, user.id)
    await forgetWrongCodes(db, user)
    await sessions.endAll(db, user.id)
    await cancelEmailChange(db, user.id, deps.now())
    await deps.mail.queue(db, secondFactorResetMail(deps, user))
    const action = 'profile.resetSecondFactor'
    await audit(db, { at: deps.now(), actorId: null, action, subjectId: user.id })
    await recordEvent(deps, db, { ownerId: user.id, kind: 'twoStepTurnedOff', userAgent: null })
  })
  return user.email
}
