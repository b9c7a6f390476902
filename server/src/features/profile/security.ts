import { profileRefusals, type Security, type SecurityEventKind } from '@docketbox/contract'
import { listEvents, listLiveSessions, type Sessions } from '#features/sessions'
import { findUser, findPendingEmail, logOutDevice, logOutOthers } from '#features/auth'
import { secondFactorOf } from '#features/second-factor'
import { isAdministrator } from '#platform/security/actor.ts'
import type { Caller, Scope } from '#platform/security/scope.ts'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { pageOf, wholeList } from '#platform/database/queries/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { presentPasskey } from './passkeys.ts'
import { deviceOf } from './rules.ts'

type SecurityDeps = Pick<Deps, 'db' | 'now'>

export async function securityOf(deps: SecurityDeps, { actor, scope }: Caller): Promise<Security> {
  const user = (await findUser(deps.db, scope.ownerId))!
  const { passkeys, since, ...state } = await secondFactorOf(deps, scope.ownerId)
  return {
    hasPassword: user.passwordHash !== null,
    hasGoogle: user.googleSub !== null,
    secondFactor: {
      ...state,
      since: since?.toISOString() ?? null,
      passkeys: passkeys.map(presentPasskey),
      isRequired: isAdministrator(actor),
    },
    waitingEmail: await findPendingEmail(deps, scope.ownerId),
  }
}

export async function listSessions({ db, now }: SecurityDeps, { actor, scope }: Caller) {
  const rows = await listLiveSessions(db, scope.ownerId, now())
  const docs = rows.map(({ id, createdAt, lastSeenAt, expiresAt, userAgent }) => ({
    _id: id,
    device: deviceOf(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === actor.sessionId,
  }))
  return wholeList(docs)
}

/** Logs out one of the caller's devices. If it's another one, it can't finish a change of email that it asked for. */
export async function endSession(
  deps: SecurityDeps,
  sessions: Sessions,
  { actor }: Caller,
  sessionId: string,
): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    const isEnded = await logOutDevice(deps, sessions, db, { actor, sessionId })
    if (!isEnded) throw new Refusal(profileRefusals.sessionNotFound)
  })
  sessions.evict(actor.id)
}

/** Logs out the caller's other devices, which can't finish a change of email either. */
export async function endOtherSessions(
  deps: SecurityDeps,
  sessions: Sessions,
  { actor }: Caller,
): Promise<void> {
  await inTransaction(deps.db, (db) => logOutOthers(deps, sessions, db, actor))
  sessions.evict(actor.id)
}

/** What happened to the security of the caller's account, newest first. */
export async function listSecurityEvents(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Scope,
  paging: { page: number; limit: number },
) {
  const { rows, total } = await listEvents(db, ownerId, paging)
  const docs = rows.map(({ id, at, kind, userAgent }) => ({
    _id: id,
    at: at.toISOString(),
    kind: kind as SecurityEventKind,
    device: userAgent === null ? null : deviceOf(userAgent),
  }))
  return pageOf(docs, paging, total)
}
