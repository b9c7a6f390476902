import { createHash } from 'node:crypto'
import { authRefusals } from '@docketbox/contract'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { attemptKey, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { findToken, issueToken, spendAllTokens, spendToken } from '../one-time-tokens.ts'
import { hashPassword } from './hash.ts'
import { assertStrongPassword } from './requirements.ts'
import { linkLength } from '../link-lifetimes.ts'
import type { Sessions } from '#features/access'
import { findUser, findUserByEmail, updateUser } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const limitPerAddress = { max: 3, windowSeconds: 60 * 60 }

/** Requests a reset link. A job looks up the account, so known and unknown addresses take the same time. */
export async function requestReset(
  { db, jobs, limits }: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  email: string,
): Promise<void> {
  const key = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  await limits.consume('request-reset', key, limitPerAddress)
  await jobs.enqueue(db, mailResetLink, { email })
}

export const mailResetLink = defineJob(
  'mail-reset-link',
  z.strictObject({ email: z.string() }),
  async (deps, { email }) => {
    const user = await findUserByEmail(deps.db, email)
    if (!user || (user.purgeAt && user.purgeAt <= deps.now())) return
    await inTransaction(deps.db, async (db) => {
      const token = await issueToken(db, user.id, 'reset-password', {
        now: deps.now(),
        lastsMs: linkLength.resetPassword,
      })
      await deps.mail.queue(db, resetMail(deps, user, token))
    })
  },
  { keepSeconds: 60 * 60 },
)

type PasswordReset = { email: string; password: string; token: string }

/**
 * Sets a new password with a mailed token (decision 9), which also verifies the address it was mailed to.
 * @throws Refusal badReset
 */
export async function resetPassword(deps: Deps, sessions: Sessions, input: PasswordReset): Promise<void> {
  const { token, email, password } = input
  const at = deps.now()
  const link = await findToken(deps.db, token, 'reset-password')
  const user = link && (await findUser(deps.db, link.ownerId))
  const isValid = user?.email.toLowerCase() === email.toLowerCase() && !link?.usedAt && link!.expiresAt > at
  if (!user || !isValid) throw new Refusal(authRefusals.badReset)
  assertStrongPassword(password, user, { productName: deps.config.PRODUCT_NAME })
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (db) => {
    if (!(await spendToken(db, token, 'reset-password', at))) throw new Refusal(authRefusals.badReset)
    // Anyone who knew the old password may have asked to change the email address.
    for (const purpose of ['reset-password', 'change-email', 'sign-in'] as const)
      await spendAllTokens(db, user.id, purpose, at)
    const emailVerifiedAt = user.emailVerifiedAt ?? at
    await updateUser(db, user.id, { passwordHash, emailVerifiedAt }, at)
    await forgetFailures(db, attemptKey('password', user))
    await sessions.endAll(db, user.id)
    await deps.mail.queue(db, passwordChangedMail(deps, user))
  })
  sessions.evict(user.id)
}
