import { authRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'
import { tryCountMailTo } from '#platform/mail/unverified-addresses.ts'
import { alreadyVerifiedMail, verificationMail } from './mails.ts'
import { findToken, issueToken, spendToken } from '../one-time-tokens.ts'
import { linkLength } from '../link-lifetimes.ts'
import { localPath } from '../local-path.ts'
import { findUser, findUserByEmail, updateUser, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type VerificationDeps = Pick<Deps, 'config' | 'mail' | 'now' | 'publicUrl'>

/**
 * Counts a mail to an address that no one has verified, as part of the transaction `db`: anyone can sign up with anyone's.
 * @throws Refusal addressMailedOften
 */
export async function countMailToNewcomer(db: Db, email: string): Promise<void> {
  if (!(await tryCountMailTo({ limits: createRateLimits(db) }, email, { enteredBy: 'newcomer' })))
    throw new Refusal(authRefusals.addressMailedOften)
}

/** Mails a verification link, as part of the transaction `db`. */
export async function sendVerification(
  deps: VerificationDeps,
  db: Db,
  user: UserRow,
  returnTo: string | undefined,
): Promise<void> {
  const token = await issueToken(db, user.id, 'verify-email', {
    now: deps.now(),
    lastsMs: linkLength.verifyEmail,
  })
  await deps.mail.queue(db, verificationMail(deps, user, { token, returnTo: localPath(returnTo) }))
}

/** Verifies an address (requirement 10). The same link succeeds again once it has succeeded. */
export async function verifyEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { token, email }: { token: string; email: string },
): Promise<void> {
  const at = now()
  await inTransaction(db, async (db) => {
    const spent = await spendToken(db, token, 'verify-email', at)
    const link = spent ?? (await findToken(db, token, 'verify-email'))
    const user = link && (await findUser(db, link.ownerId))
    const isOwn = user?.email.toLowerCase() === email.trim().toLowerCase()
    if (!user || !isOwn || !(spent || user.emailVerifiedAt)) throw new Refusal(authRefusals.badVerification)
    if (!user.emailVerifiedAt) await updateUser(db, user.id, { emailVerifiedAt: at }, at)
  })
}

const perAddress = [
  { max: 2, windowSeconds: 60 },
  { max: 5, windowSeconds: 60 * 60 },
]

/** Mails the link again, or a notice if the address is already verified. */
export async function resendVerification(
  deps: VerificationDeps & Pick<Deps, 'db' | 'limits'>,
  email: string,
  returnTo?: string,
): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (!user || user.closedAt) throw new Refusal(authRefusals.emailNotFound)
  for (const limit of perAddress) await deps.limits.consume('resend-verification', user.id, limit)
  await inTransaction(deps.db, async (db) => {
    if (user.emailVerifiedAt) return deps.mail.queue(db, alreadyVerifiedMail(deps, user))
    await countMailToNewcomer(db, user.email)
    return sendVerification(deps, db, user, returnTo)
  })
}
