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
import { refuseCommonPassword } from './requirements.ts'
import { linkLength } from '../link-lifetimes.ts'
import type { Sessions } from '#features/access'
import { findUser, findUserByEmail, updateUser } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const perAccount = { max: 3, windowSeconds: 60 * 60 }

/**
 * Asks for a reset link. Known or not, an address gets the same answer in the same time: who it belongs to is
 * looked up by a job.
 */
export async function requestReset(
  { db, jobs, limits }: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  email: string,
): Promise<void> {
  const key = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  await limits.consume('request-reset', key, perAccount)
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

type Reset = { email: string; password: string; token: string }

/**
 * Sets a new password with a mailed token (decision 9). Whoever holds the mail owns the address, so it counts as
 * verified from then on.
 */
export async function resetPassword(deps: Deps, sessions: Sessions, input: Reset): Promise<void> {
  const { token, email, password } = input
  const at = deps.now()
  const found = await findToken(deps.db, token, 'reset-password')
  const user = found && (await findUser(deps.db, found.ownerId))
  const isGood = user?.email.toLowerCase() === email.toLowerCase() && !found?.usedAt && found!.expiresAt > at
  if (!user || !isGood) throw new Refusal(authRefusals.badReset)
  refuseCommonPassword(password, [user.email, user.firstName, user.lastName, deps.config.PRODUCT_NAME])
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (db) => {
    if (!(await spendToken(db, token, 'reset-password', at))) throw new Refusal(authRefusals.badReset)
    // Whoever knew the earlier password may have asked for another address with it.
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
