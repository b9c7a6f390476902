import { createHash } from 'node:crypto'
import { authRefusals } from '@docketbox/contract'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { attemptKey, failureLimit } from '#platform/limits/failed-attempts.ts'
import { callLimit } from '#platform/limits/rate-limits.ts'
import { tryCountMailTo } from '#platform/mail/unverified-addresses.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import type { Client } from '../devices/client.ts'
import { hasUsedEmail } from '../devices/known-device.ts'
import { mailSecurityChange } from '../email/former-addresses.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { findToken, issueToken, spendAllTokens, spendToken } from '../one-time-tokens.ts'
import { hashPassword, isCorrectPassword } from './hash.ts'
import { assertStrongPassword } from './requirements.ts'
import { linkLength } from '../link-lifetimes.ts'
import type { Sessions } from '#features/sessions'
import { findUser, findUserByEmail, updateUser, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const limitPerAddress = { max: 3, windowSeconds: 60 * 60 }

/**
 * Requests a reset link. A job looks up the account, so known and unknown addresses take the same time. Requests from a
 * device that the address logged in on count for themselves: others can't use them up.
 */
export async function requestReset(
  { db, jobs, limits }: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  email: string,
  { device, limits: callLimits, source, userAgent }: Client,
): Promise<void> {
  const key = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  const ownLimit = (by: string) => callLimit('request-reset', by, limitPerAddress)
  await limits.count(
    hasUsedEmail(device, email) ? [ownLimit(`${key}:${device.id}`)] : [ownLimit(key), ...callLimits],
  )
  await jobs.enqueue(db, mailResetLink, { email, source, userAgent })
}

export const mailResetLink = defineJob(
  'mail-reset-link',
  z.strictObject({
    email: z.string(),
    source: z.string().default(''),
    userAgent: z.string().nullable().default(null),
  }),
  async (deps, { email, source, userAgent }) => {
    const user = await findUserByEmail(deps.db, email)
    if (!user || (user.purgeAt && user.purgeAt <= deps.now())) return
    const isMailable = user.emailVerifiedAt ?? (await tryCountMailTo(deps, email, { enteredBy: 'newcomer' }))
    if (!isMailable) return
    await inTransaction(deps.db, async (db) => {
      const token = await issueToken(db, user.id, 'reset-password', {
        now: deps.now(),
        lastsMs: linkLength.resetPassword,
      })
      await deps.mail.queue(db, resetMail(deps, user, token))
      await recordEvent(deps, db, { ownerId: user.id, kind: 'resetRequested', userAgent }, { source })
    })
  },
  { keepSeconds: 60 * 60 },
)

type PasswordReset = { email: string; password: string; token: string }

/**
 * Sets a new password with a mailed token (requirement 9), which also verifies the address it was mailed to. Repeating it with
 * the same password succeeds.
 * @returns the user whose password it is.
 * @throws Refusal badReset
 */
export async function resetPassword(
  deps: Deps,
  sessions: Sessions,
  input: PasswordReset,
  { source, userAgent }: Client,
): Promise<UserRow> {
  const { token, email, password } = input
  const at = deps.now()
  const link = await findToken(deps.db, token, 'reset-password')
  const user = link && (await findUser(deps.db, link.ownerId))
  const isValid = user?.email.toLowerCase() === email.toLowerCase() && link!.expiresAt > at
  if (!user || !isValid) throw new Refusal(authRefusals.badReset)
  if (link.usedAt) {
    // The first response may have been lost. Counted, because this one reveals whether the password is right.
    await deps.limits.count([failureLimit(attemptKey('password', user, 'used link'))])
    if (await isCorrectPassword(password, user.passwordHash)) return user
    throw new Refusal(authRefusals.badReset)
  }
  assertStrongPassword(password, user, { productName: deps.config.PRODUCT_NAME })
  const passwordHash = await hashPassword(password, user.id)
  await inTransaction(deps.db, async (db) => {
    if (!(await spendToken(db, token, 'reset-password', at))) throw new Refusal(authRefusals.badReset)
    const emailVerifiedAt = user.emailVerifiedAt ?? at
    await updateUser(db, user.id, { passwordHash, emailVerifiedAt }, at)
    await sessions.endAll(db, user.id)
    // Anyone who knew the old password may have asked to change the email address, until their session ended.
    for (const purpose of ['reset-password', 'change-email', 'sign-in'] as const)
      await spendAllTokens(db, user.id, purpose, at)
    await mailSecurityChange(deps, db, user, passwordChangedMail(deps, user))
    await recordEvent(deps, db, { ownerId: user.id, kind: 'passwordReset', userAgent }, { source })
  })
  sessions.evict(user.id)
  return { ...user, passwordHash }
}
