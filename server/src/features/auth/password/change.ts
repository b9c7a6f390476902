import { profileRefusals } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.ts'
import { mailSecurityChange } from '../email/former-addresses.ts'
import { passwordChangedMail } from './mails.ts'
import { spendAllTokens } from '../one-time-tokens.ts'
import { hashPassword, isCorrectPassword } from './hash.ts'
import { assertStrongPassword } from './requirements.ts'
import { assertLoggedIn, type Sessions } from '#features/sessions'
import { findUser, updateUser, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type PasswordChange = {
  password?: string | undefined
  secondFactor?: string | undefined
  newPassword: string
}

/**
 * Changes a known password. Every other device is logged out and the owner gets a mail.
 * @returns the user with the new password.
 */
export async function changePassword(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  { newPassword, ...credentials }: PasswordChange,
): Promise<UserRow> {
  const user = (await findUser(deps.db, actor.id))!
  if (user.passwordHash === null) throw new Refusal(profileRefusals.noPassword)
  const { PRODUCT_NAME: productName } = deps.config
  // Before confirming the identity, which uses up a code.
  assertStrongPassword(newPassword, user, { productName, field: 'newPassword' })
  try {
    await confirmIdentity(deps, actor, credentials)
  } catch (thrown) {
    const isWrong = thrown instanceof Refusal && thrown.fields?.['password'] !== undefined
    // The first response may have been lost. Without a password, no failure was counted.
    if (isWrong && credentials.password && (await isCorrectPassword(newPassword, user.passwordHash)))
      throw invalidInput({ newPassword: 'This is already your password.' })
    throw thrown
  }
  const passwordHash = await hashPassword(newPassword, user.id)
  const at = deps.now()
  await inTransaction(deps.db, async (db) => {
    await updateUser(db, user.id, { passwordHash }, at)
    // Its owner may have logged this device out since it proved who it is.
    await assertLoggedIn(db, actor)
    await sessions.endOthers(db, actor)
    // Anyone who knew the old password may have asked to change the email address.
    for (const purpose of ['reset-password', 'change-email'] as const)
      await spendAllTokens(db, user.id, purpose, at)
    await mailSecurityChange(deps, db, user, passwordChangedMail(deps, user))
    await audit(db, { at, actorId: actor.id, action: 'auth.changePassword', subjectId: user.id })
  })
  sessions.evict(user.id)
  return { ...user, passwordHash }
}
