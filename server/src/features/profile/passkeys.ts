import {
  type createdPasskey,
  type Credentials,
  type Passkey,
  passkeyRefusals,
  secondFactorRefusals,
} from '@docketbox/contract'
import type { z } from 'zod'
import { assertLoggedIn, type Sessions } from '#features/sessions'
import { confirmIdentity, findUser, logOutOthers, mailSecurityChange } from '#features/auth'
import {
  addPasskey,
  beginPasskey,
  deletePasskey,
  removeSecondFactor,
  hasSecondFactor,
  type PasskeyRow,
  renewRecoveryCodes,
  passkeyAddedMail,
  passkeyRemovedMail,
} from '#features/second-factor'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { inTransaction } from '#platform/database/transaction.ts'

export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    _id: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

export async function beginOwnPasskey(deps: Deps, actor: Actor, credentials: Credentials) {
  return beginPasskey(deps, await confirmIdentity(deps, actor, credentials))
}

/** Adds a passkey. As the first second factor it proves this session, logs every other out, and brings recovery codes. */
export async function addOwnPasskey(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  input: { name: string; created: z.infer<typeof createdPasskey> },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const user = (await findUser(deps.db, actor.id))!
  const isFirst = !(await hasSecondFactor(deps, actor.id))
  const added = await inTransaction(deps.db, async (db) => {
    // Its owner may have logged this device out since it asked for the passkey.
    await assertLoggedIn(db, actor)
    const row = await addPasskey(deps, db, actor.id, input)
    const recoveryCodes = isFirst ? await renewRecoveryCodes(db, actor.id, deps.now()) : null
    if (isFirst) {
      await logOutOthers(deps, sessions, db, actor)
      await sessions.setSecondFactor(db, actor, true)
    }
    await mailSecurityChange(deps, db, user, passkeyAddedMail(deps, user, { isFirst }))
    await audit(db, { at: deps.now(), actorId: actor.id, action: 'profile.addPasskey', subjectId: actor.id })
    return { passkey: presentPasskey(row), recoveryCodes }
  })
  sessions.evict(actor.id)
  return added
}

/**
 * Removes a passkey and logs out every other device: someone else may have logged in with it. With the last second factor,
 * the recovery codes go too.
 */
export async function removeOwnPasskey(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  passkeyId: string,
  credentials: Credentials,
): Promise<void> {
  const user = await confirmIdentity(deps, actor, credentials)
  await inTransaction(deps.db, async (db) => {
    if (!(await deletePasskey(db, actor.id, passkeyId))) throw new Refusal(passkeyRefusals.notFound)
    await logOutOthers(deps, sessions, db, actor)
    const isLast = !(await hasSecondFactor({ db }, actor.id))
    if (isLast) {
      if (isAdministrator(actor)) throw new Refusal(secondFactorRefusals.isRequired)
      await removeSecondFactor(db, actor.id)
      await sessions.setSecondFactor(db, actor, false)
    }
    await mailSecurityChange(deps, db, user, passkeyRemovedMail(deps, user, { isLast }))
    await audit(db, {
      at: deps.now(),
      actorId: actor.id,
      action: 'profile.removePasskey',
      subjectId: actor.id,
    })
  })
  sessions.evict(actor.id)
}
