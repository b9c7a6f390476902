import type { Db } from '#platform/database/database.ts'
import type { Json } from '#platform/database/row-types.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'

export type Purpose = 'verify-email' | 'reset-password' | 'change-email' | 'keep-email' | 'sign-in'
export type StoredToken = {
  ownerId: string
  payload: Json
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

const columns = ['ownerId', 'payload', 'createdAt', 'expiresAt', 'usedAt'] as const

/** Creates a token; only its hash is stored. */
export async function issueToken(
  db: Db,
  ownerId: string,
  purpose: Purpose,
  { now, lastsMs, payload = {} }: { now: Date; lastsMs: number; payload?: Record<string, string> },
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('oneTimeTokens')
    .values({
      tokenHash: hashToken(token),
      ownerId,
      purpose,
      payload: JSON.stringify(payload),
      createdAt: now,
      expiresAt: new Date(now.getTime() + lastsMs),
    })
    .execute()
  return token
}

export function findToken(db: Db, token: string, purpose: Purpose): Promise<StoredToken | undefined> {
  return db
    .selectFrom('oneTimeTokens')
    .select(columns)
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** @returns undefined if the token is used or expired; of two requests at once, one gets it. */
export function spendToken(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<StoredToken | undefined> {
  return db
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(columns)
    .executeTakeFirst()
}

/** Invalidates a user's unused tokens of one purpose, or those created since a time. */
export async function spendAllTokens(
  db: Db,
  ownerId: string,
  purpose: Purpose,
  now: Date,
  since?: Date,
): Promise<void> {
  await db
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('ownerId', '=', ownerId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .$if(since !== undefined, (query) => query.where('createdAt', '>=', since!))
    .execute()
}

export function findNewest(db: Db, ownerId: string, purpose: Purpose): Promise<StoredToken | undefined> {
  return db
    .selectFrom('oneTimeTokens')
    .select(columns)
    .where('ownerId', '=', ownerId)
    .where('purpose', '=', purpose)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
