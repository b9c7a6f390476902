import { secondFactorRefusals } from '@docketbox/contract'
import type { Sessions } from '#features/access'
import { confirmIdentity, findUser, findUserByEmail } from '#features/auth'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
  secondFactorChangedMail,
  secondFactorResetMail,
} from '#features/second-factor'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { attemptKey, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Proof = { password?: string | undefined; secondFactor?: string | undefined }

export async function setUpFactor(deps: Deps, actor: Actor, proof: Proof) {
  return beginSecondFactor(deps, await confirmIdentity(deps, actor, proof))
}

/** Turns it on; this session counts as proven, every other has to prove itself. */
export async function confirmFactor(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const user = (await findUser(deps.db, actor.id))!
  const codes = await inTransaction(deps.db, async (db) => {
    const codes = await confirmSecondFactor(deps, db, actor.id, code)
    if (!codes) throw invalidInput({ code: secondFactorRefusals.wrongCode.message })
    await sessions.endOthers(db, actor)
    await sessions.setSecondFactor(db, actor, true)
    await deps.mail.queue(db, secondFactorChangedMail(deps, user, true))
    const action = 'profile.turnSecondFactorOn'
    await audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: actor.id })
    return codes
  })
  sessions.evict(actor.id)
  return codes
}

export async function turnFactorOff(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  proof: Proof,
): Promise<void> {
  if (isAdministrator(actor)) throw new Refusal(secondFactorRefusals.isRequired)
  if (!(await hasSecondFactor(deps, actor.id))) throw new Refusal(secondFactorRefusals.isOff)
  const user = await confirmIdentity(deps, actor, proof)
  await inTransaction(deps.db, async (db) => {
    await removeSecondFactor(db, actor.id)
    await sessions.setSecondFactor(db, actor, false)
    await deps.mail.queue(db, secondFactorChangedMail(deps, user, false))
    const action = 'profile.turnSecondFactorOff'
    await audit(db, { at: deps.now(), actorId: actor.id, action, subjectId: actor.id })
  })
  sessions.evict(actor.id)
}

export async function newRecoveryCodes(deps: Deps, actor: Actor, proof: Proof): Promise<string[]> {
  if (!(await hasSecondFactor(deps, actor.id))) throw new Refusal(secondFactorRefusals.isOff)
  await confirmIdentity(deps, actor, proof)
  return inTransaction(deps.db, (db) => renewRecoveryCodes(db, actor.id))
}

/**
 * Turns off two-step login for a user who lost it with every recovery code. For the command line, where the operator
 * has verified their identity. Ends all sessions and sends a mail.
 * @returns their email; undefined if there's no such user or it's off.
 */
export async function resetFactor(
  deps: Pick<Deps, 'config' | 'db' | 'mail' | 'now' | 'publicUrl'>,
  sessions: Sessions,
  email: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(deps.db, email)
  if (!user || !(await hasSecondFactor(deps, user.id))) return undefined
  await inTransaction(deps.db, async (db) => {
    await removeSecondFactor(db, user.id)
    await forgetFailures(db, attemptKey('code', user))
    await sessions.endAll(db, user.id)
    await deps.mail.queue(db, secondFactorResetMail(deps, user))
    const action = 'profile.resetSecondFactor'
    await audit(db, { at: deps.now(), actorId: null, action, subjectId: user.id })
  })
  return user.email
}
