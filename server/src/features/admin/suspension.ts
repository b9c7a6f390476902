import { adminRefusals, adminTexts, type Role } from '@docketbox/contract'
import { cancelEmailChange, endOfGrace, findUserByEmail, updateUser } from '#features/auth'
import { withdrawInvitationsBy } from '#features/invitations'
import { cancelRenewals, canResume, hasPendingPayment } from '#features/payments'
import { endAllGuestAccess } from '#features/rooms'
import type { Sessions } from '#features/sessions'
import { hasUncancelledPlan, runningRecurring } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import { suspendedMail, unsuspendedMail } from './mails.ts'
import { presentPerson } from './present.ts'
import { suspensionRefusal } from './rules.ts'
import * as store from './store.ts'

type SuspensionDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'now' | 'publicUrl'> & {
  sessions: Sessions
}

/**
 * Suspends or unsuspends a user. Suspending cancels the renewal of their plan, because they can't use it; once
 * unsuspended they choose whether to keep it.
 */
export async function setStatus(
  deps: SuspensionDeps,
  actor: Actor,
  userId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string | undefined },
) {
  const person = await inTransaction(deps.db, async (db) => {
    const target = await store.findForUpdate(db, userId)
    if (!target) throw new Refusal(adminRefusals.userNotFound)
    const refusal = suspensionRefusal(actor, { id: target.id, role: target.role as Role })
    if (refusal) throw new Refusal(refusal)
    // A different reason would be lost. The same one means the request was repeated.
    if (isSuspended && target.suspendedAt && (reason ?? null) !== target.suspendedReason)
      throw new Refusal(adminRefusals.alreadySuspended)
    return saveStatus(deps, db, target, { actorId: actor.id, isSuspended, reason })
  })
  // Once more, for a request that looked the session up before the change was committed.
  if (isSuspended) deps.sessions.evict(userId)
  return { message: isSuspended ? adminTexts.suspended : adminTexts.unsuspended, user: presentPerson(person) }
}

/**
 * Suspends or unsuspends an administrator of any role. For the command line only: on screen, no one can suspend an equal.
 * @returns `done`, or why nothing has changed: `unchanged` if they had this status, `notFound` if no administrator has this
 * email, `isLast` if no other Super Admin could log in.
 */
export function setAdministratorStatus(
  deps: SuspensionDeps,
  email: string,
  isSuspended: boolean,
): Promise<'done' | 'unchanged' | 'notFound' | 'isLast'> {
  return inTransaction(deps.db, async (db) => {
    const superAdmins = await store.lockActiveSuperAdmins(db)
    const user = await findUserByEmail(db, email)
    if (!user || user.role === 'User') return 'notFound'
    const target = (await store.findForUpdate(db, user.id))!
    const isLast = superAdmins.length === 1 && superAdmins[0] === user.id
    if (isSuspended && isLast) return 'isLast'
    const saved = await saveStatus(deps, db, target, { actorId: null, isSuspended })
    return saved === target ? 'unchanged' : 'done'
  })
}

type Change = { actorId: string | null; isSuspended: boolean; reason?: string | undefined }

/** @returns the person as saved; `target` itself if they had this status. */
async function saveStatus(
  deps: SuspensionDeps,
  db: Db,
  target: store.PersonRow,
  { actorId, isSuspended, reason }: Change,
): Promise<store.PersonRow> {
  if ((target.suspendedAt !== null) === isSuspended) return target
  const { id } = target
  const at = deps.now()
  const suspension = isSuspended
    ? { suspendedAt: at, suspendedReason: reason ?? null }
    : { suspendedAt: null, suspendedReason: null }
  // Nothing was deleted meanwhile, and they couldn't reopen it.
  const closing =
    target.purgeAt && !isSuspended ? { purgeAt: endOfGrace(at), purgeRemindedAt: null } : undefined
  await updateUser(db, id, { ...suspension, ...closing }, at)
  const isRenewing = await hasUncancelledPlan(db, id)
  if (isSuspended) {
    await deps.sessions.endAll(db, id)
    await endAllGuestAccess(db, id, at)
    await withdrawInvitationsBy(db, id, at)
    // Someone else may have requested one in those sessions.
    await cancelEmailChange(db, id, at)
    await deps.jobs.enqueue(db, cancelRenewals, { owner: id })
  }
  await deps.mail.queue(
    db,
    isSuspended
      ? suspendedMail(deps, target, {
          isCancellingPlan: isRenewing,
          hasPendingPayment: await hasPendingPayment(db, id, at),
        })
      : unsuspendedMail(
          deps,
          { ...target, ...closing },
          { ending: await findEndingPlan(db, id, at), isRenewing },
        ),
  )
  await audit(db, {
    at,
    actorId,
    action: isSuspended ? 'admin.suspendUser' : 'admin.unsuspendUser',
    subjectId: id,
    details: { reason: suspension.suspendedReason, ...(isSuspended && isRenewing && { renewal: 'ends' }) },
  })
  const kind = isSuspended ? 'suspended' : 'unsuspended'
  await recordEvent(
    deps,
    db,
    { ownerId: id, kind, userAgent: null },
    actorId === null ? {} : { actor: actorId },
  )
  return { ...target, ...suspension }
}

/** A user's plan that won't renew. */
async function findEndingPlan(db: Db, ownerId: string, now: Date) {
  const plan = (await runningRecurring(db, ownerId, now)).find(({ cancelsAtPeriodEnd }) => cancelsAtPeriodEnd)
  if (!plan) return undefined
  return { endsAt: plan.periodEnd > now ? plan.periodEnd : null, canResume: await canResume(db, plan) }
}
