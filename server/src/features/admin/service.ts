import { adminRefusals, adminTexts, type Role } from '@docketbox/contract'
import type { Sessions } from '#features/sessions'
import { updateUser } from '#features/auth'
import { cancelRenewals } from '#features/payments'
import { planStateOf, runningPeriod, runningRecurring } from '#features/subscriptions'
import type { Actor } from '#platform/security/actor.ts'
import type { Scope } from '#platform/security/scope.ts'
import { audit } from '#platform/security/audit-log.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import type { Deps } from '#platform/config/deps.ts'
import { pageOf } from '#platform/database/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as auditStore from './audit/store.ts'
import { unsuspendedMail, suspendedMail } from './mails.ts'
import { presentAuditRow, presentPerson, presentSubscriber } from './present.ts'
import { suspensionRefusal } from './rules.ts'
import * as store from './store.ts'
import * as subscribers from './subscribers-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type AdminDeps = Pick<Deps, 'db' | 'now'>
type StatusDeps = AdminDeps &
  Pick<Deps, 'config' | 'jobs' | 'log' | 'mail' | 'publicUrl'> & { sessions: Sessions }
type Page = { page: number; limit: number }

export async function listSubscribers(
  { db, now }: AdminDeps,
  {
    page,
    limit,
    populate,
    ...filter
  }: Page & { populate?: 'user' | undefined; plan: string; email?: string | undefined },
) {
  const paging = { offset: (page - 1) * limit, limit }
  const { rows, total, isCapped } = await subscribers.listSubscribers(
    db,
    { plan: filter.plan, email: filter.email },
    paging,
  )
  const at = now()
  const shown = await Promise.all(rows.map((row) => subscribers.withCurrentPeriod(db, row, at)))
  const docs = shown.map((row) => presentSubscriber(row, { isPopulated: populate === 'user', now: at }))
  return { ...pageOf(docs, { page, limit }, total), isCountCapped: isCapped }
}

/**
 * One user, with their plan, the months after it, and a renewal that isn't paid (requirement 37).
 * @throws Refusal `admin.userNotFound`, even for administrators the caller may not see.
 */
export async function findSubscriber(
  deps: AdminDeps & Pick<Deps, 'publicUrl'>,
  { rights }: Scope,
  userId: string,
) {
  const { db, now } = deps
  const [row] = await subscribers.byIds(db, [userId])
  const isShown = row?.role === 'User' || rights.has('administrators:read')
  if (!row || !isShown) throw new Refusal(adminRefusals.userNotFound)
  const at = now()
  const running = await runningPeriod(db, userId, at)
  const { upcoming, unpaidRenewal } = await planStateOf(deps, userId)
  const next = upcoming && {
    planName: upcoming.planName,
    periodStart: new Date(upcoming.startsAt),
    periodEnd: new Date(upcoming.endsAt),
  }
  const shown = presentSubscriber({ ...row, ...(running ?? next) }, { isPopulated: false, now: at })
  return { ...shown, user: presentPerson(row), upcoming: running ? upcoming : null, unpaidRenewal }
}

export async function countSubscribers({ db }: AdminDeps) {
  const counts = await subscribers.countByPlan(db)
  const byPlan = [...counts]
    .filter(([planName]) => planName !== '')
    .map(([planName, total]) => ({ planName, total }))
    .toSorted((a, b) => b.total - a.total)
  return { all: subscribers.sum(counts.values()), withoutPlan: counts.get('') ?? 0, byPlan }
}

/**
 * Suspends or unsuspends a user. Suspending cancels the renewal of their plan, because they can't use it; once
 * unsuspended they choose whether to keep it.
 */
export async function setStatus(
  deps: StatusDeps,
  actor: Actor,
  userId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string | undefined },
) {
  const { db, now, sessions } = deps
  const person = await inTransaction(db, async (db) => {
    const target = await store.findForUpdate(db, userId)
    if (!target) throw new Refusal(adminRefusals.userNotFound)
    const refusal = suspensionRefusal(actor, { id: target.id, role: target.role as Role })
    if (refusal) throw new Refusal(refusal)
    if ((target.suspendedAt !== null) === isSuspended) return target
    const at = now()
    const suspension = isSuspended
      ? { suspendedAt: at, suspendedReason: reason ?? null }
      : { suspendedAt: null, suspendedReason: null }
    await updateUser(db, userId, suspension, at)
    const plans = await runningRecurring(db, userId, at)
    const isStopping = isSuspended && plans.some((plan) => !plan.cancelsAtPeriodEnd)
    if (isSuspended) {
      await sessions.endAll(db, userId)
      await deps.jobs.enqueue(db, cancelRenewals, { owner: userId, unlessBack: true })
    }
    const ending = plans.find((plan) => plan.cancelsAtPeriodEnd)
    await deps.mail.queue(
      db,
      isSuspended
        ? suspendedMail(deps, target, isStopping)
        : unsuspendedMail(deps, target, ending?.periodEnd),
    )
    await audit(db, {
      at,
      actorId: actor.id,
      action: isSuspended ? 'admin.suspendUser' : 'admin.unsuspendUser',
      subjectId: userId,
      details: { reason: suspension.suspendedReason, ...(isStopping && { renewal: 'ends' }) },
    })
    const kind = isSuspended ? 'suspended' : 'unsuspended'
    await recordEvent(deps, db, { ownerId: userId, kind, userAgent: null }, { actor: actor.id })
    return { ...target, ...suspension }
  })
  // Once more, for a request that looked the session up before the change was committed.
  if (isSuspended) sessions.evict(userId)
  return { message: isSuspended ? adminTexts.suspended : adminTexts.unsuspended, user: presentPerson(person) }
}

export async function listAdministrators({ db }: AdminDeps, { page, limit }: Page) {
  const { rows, total } = await store.listAdministrators(db, { page, limit })
  return pageOf(rows.map(presentPerson), { page, limit }, total)
}

export async function listAudit(
  { db }: AdminDeps,
  { page, limit, ...filter }: Page & auditStore.AuditFilter,
) {
  const paging = { offset: (page - 1) * limit, limit }
  const { rows, total, isCapped } = await auditStore.listAudit(db, filter, paging)
  return { ...pageOf(rows.map(presentAuditRow), { page, limit }, total), isCountCapped: isCapped }
}
