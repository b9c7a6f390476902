import { authRefusals } from '@docketbox/contract'
import { recordEvent } from '#platform/security/events/record.ts'
import { audit } from '#platform/security/audit-log.ts'
import { hasUncancelledPlan } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { closedMail, reopenedMail } from './mails.ts'
import { listFormerAddresses } from '../email/former-addresses.ts'
import { spendAllTokens } from '../one-time-tokens.ts'
import { assertLoggedIn, type Sessions } from '#features/sessions'
import type { Actor } from '#platform/security/actor.ts'
import { reopenUser, updateUser, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type ClosingDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'now' | 'publicUrl'>

/**
 * Closes an account once its owner's identity is confirmed: ends every session and schedules the deletion.
 * @param also runs in the same transaction.
 * @throws Refusal signInRequired if their session has ended meanwhile.
 */
export async function closeAccount(
  deps: ClosingDeps,
  sessions: Sessions,
  { actor, user }: { actor: Actor; user: UserRow },
  {
    purgeAt,
    hasPendingPayment,
    also,
  }: { purgeAt: Date; hasPendingPayment: boolean; also: (db: Deps['db']) => Promise<void> },
): Promise<void> {
  const at = deps.now()
  const end = { purgeAt, hasPendingPayment }
  await inTransaction(deps.db, async (db) => {
    await updateUser(db, user.id, { closedAt: at, purgeAt, purgeRemindedAt: null }, at)
    // An administrator may have suspended the account since, or its owner logged this device out.
    await assertLoggedIn(db, actor)
    await sessions.endAll(db, user.id)
    for (const purpose of ['reset-password', 'change-email', 'sign-in'] as const)
      await spendAllTokens(db, user.id, purpose, at)
    await also(db)
    await deps.mail.queue(db, closedMail(deps, user, { ...end, isFormer: false }))
    for (const email of await listFormerAddresses(db, user, at))
      await deps.mail.queue(db, closedMail(deps, { ...user, email }, { ...end, isFormer: true }))
    await audit(db, { at, actorId: user.id, action: 'auth.closeAccount', subjectId: user.id })
  })
  sessions.evict(user.id)
}

/** @throws Refusal unknownEmail if the purge has begun. */
export async function reopenIfClosed(deps: ClosingDeps, user: UserRow, userAgent: string): Promise<void> {
  if (!user.closedAt) return
  const at = deps.now()
  await inTransaction(deps.db, async (db) => {
    if (!(await reopenUser(db, user.id, at))) throw new Refusal(authRefusals.unknownEmail)
    await deps.mail.queue(db, reopenedMail(deps, user, await hasUncancelledPlan(db, user.id)))
    await audit(db, { at, actorId: user.id, action: 'auth.reopenAccount', subjectId: user.id })
    await recordEvent(deps, db, { ownerId: user.id, kind: 'accountReopened', userAgent })
  })
  user.closedAt = null
  user.purgeAt = null
}
