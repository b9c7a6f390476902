import { commonRefusals, type Role } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Limit } from '#platform/limits/counter.ts'
import type { Actor } from '#platform/security/actor.ts'
import { eventRow } from '#platform/security/events/record.ts'

export type NewSession = {
  id: string
  ownerId: string
  createdAt: Date
  expiresAt: Date
  userAgent: string
  secondFactorAt: Date | null
  /** If the second factor was a passkey. */
  passkeyAt: Date | null
}

export type LiveSession = { role: Role; lastSeenAt: Date; secondFactorAt: Date | null }

/**
 * Stores a new session with its event, and ends the counts of failures before it, in one statement: it's the last one of
 * every login. It waits for a transaction that changes the account, which ends only the sessions it can see.
 * @param credentialsVersion of the account when the login began.
 * @returns false if the account's sessions were ended meanwhile.
 */
export async function insertSession(
  db: Db,
  session: NewSession,
  {
    credentialsVersion,
    failures = [],
  }: { credentialsVersion: number; failures?: readonly Limit[] | undefined },
): Promise<boolean> {
  const { ownerId, createdAt, userAgent } = session
  const keys = sql<string>`any(${failures.map(({ key }) => key)}::text[])`
  const event = eventRow({ ownerId, kind: 'signedIn', userAgent }, createdAt)
  const row = { ...session, lastSeenAt: session.createdAt }
  const inserted = await db
    .with('account', (db) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', ownerId)
        .where('credentialsVersion', '=', credentialsVersion)
        .forShare(),
    )
    .with('forgotten', (db) => db.deleteFrom('rateLimits').where('key', '=', keys))
    .with('event', (db) =>
      db
        .insertInto('securityEvents')
        .columns(columnsOf(event))
        .expression((eb) =>
          eb.selectFrom('account').select(columnsOf(event).map((name) => eb.val(event[name]).as(name))),
        ),
    )
    .insertInto('sessions')
    .columns(columnsOf(row))
    .expression((eb) =>
      eb.selectFrom('account').select(columnsOf(row).map((name) => eb.val(row[name]).as(name))),
    )
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

const columnsOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[]

/** A session that isn't revoked or expired, of a verified account that isn't suspended or closed. */
export async function findLiveSession(
  db: Db,
  ownerId: string,
  sessionId: string,
  now: Date,
): Promise<LiveSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.ownerId')
    .select(['users.role', 'sessions.lastSeenAt', 'sessions.secondFactorAt'])
    .where('sessions.ownerId', '=', ownerId)
    .where('sessions.id', '=', sessionId)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.emailVerifiedAt', 'is not', null)
    .where('users.suspendedAt', 'is', null)
    .where('users.closedAt', 'is', null)
    .$castTo<LiveSession>()
    .executeTakeFirst()
}

/**
 * Keeps a session from ending until the transaction `db` ends.
 * @throws Refusal signInRequired if it has ended.
 */
export async function assertLoggedIn(
  db: Db,
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('ownerId', '=', id)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!session) throw new Refusal(commonRefusals.signInRequired)
}

/** @returns whether there was a session to end. */
export async function revokeSession(db: Db, ownerId: string, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('ownerId', '=', ownerId)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every session of a user except `keptId`, and the logins under way. */
export async function revokeSessionsOf(db: Db, ownerId: string, now: Date, keptId?: string): Promise<void> {
  // First, so that a session opened before is seen below.
  await db
    .updateTable('users')
    .set(({ eb }) => ({ credentialsVersion: eb('credentialsVersion', '+', 1) }))
    .where('id', '=', ownerId)
    .execute()
  await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .$if(keptId !== undefined, (query) => query.where('id', '<>', keptId!))
    .execute()
}

export function listLiveSessions(db: Db, ownerId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'userAgent'])
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

export async function updateSession(
  db: Db,
  ownerId: string,
  sessionId: string,
  change: { lastSeenAt: Date } | { secondFactorAt: Date | null },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set(change)
    .where('ownerId', '=', ownerId)
    .where('id', '=', sessionId)
    .execute()
}

export function findSession(
  db: Db,
  ownerId: string,
  id: string,
): Promise<Pick<NewSession, 'createdAt' | 'secondFactorAt' | 'passkeyAt'> | undefined> {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'secondFactorAt', 'passkeyAt'])
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
}
