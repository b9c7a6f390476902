import { adminRefusals } from '@docketbox/contract'
import { planStateOf } from '#features/subscriptions'
import type { Scope } from '#platform/security/scope.ts'
import type { Deps } from '#platform/config/deps.ts'
import { pageOf } from '#platform/database/queries/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as auditStore from './audit/store.ts'
import { presentAuditRow, presentPerson, presentSubscriber } from './present.ts'
import * as store from './store.ts'
import * as subscribers from './subscribers-store.ts'

type AdminDeps = Pick<Deps, 'db' | 'now'>
type Page = { page: number; limit: number }

export async function listSubscribers(
  { db, now }: AdminDeps,
  { page, limit, populate, ...filter }: Page & subscribers.Filter & { populate?: 'user' | undefined },
) {
  const paging = { offset: (page - 1) * limit, limit }
  const { rows, total, isCapped } = await subscribers.listSubscribers(db, filter, paging)
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
  const { subs_details: details, upcoming, unpaidRenewal } = await planStateOf(deps, userId)
  const running = details?.status === 'active' && {
    planName: details.planName,
    periodStart: new Date(details.currentPeriodStart),
    periodEnd: new Date(details.currentPeriodEnd),
  }
  const next = upcoming && {
    planName: upcoming.planName,
    periodStart: new Date(upcoming.startsAt),
    periodEnd: new Date(upcoming.endsAt),
  }
  const shown = presentSubscriber({ ...row, ...(running || next) }, { isPopulated: false, now: at })
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
