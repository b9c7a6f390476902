import type { Role } from '@docketbox/contract'
import type { Db } from '#platform/database'

export type NewSession = { id: string; ownerId: string; createdAt: Date; expiresAt: Date; userAgent: string }

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, lastSeenAt: session.createdAt })
    .execute()
}

/** The person behind a session that still counts: not revoked, not over, its owner verified, neither suspended nor closed. */
export async function findLiveSession(
  db: Db,
  ownerId: string,
  sessionId: string,
  now: Date,
): Promise<{ role: Role } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.ownerId')
    .select('users.role')
    .where('sessions.ownerId', '=', ownerId)
    .where('sessions.id', '=', sessionId)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.emailVerifiedAt', 'is not', null)
    .where('users.suspendedAt', 'is', null)
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
  return row as { role: Role } | undefined
}

export async function revokeSession(db: Db, ownerId: string, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('ownerId', '=', ownerId)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
}

export async function revokeSessionsOf(db: Db, ownerId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .execute()
}
