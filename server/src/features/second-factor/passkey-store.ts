import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Passkeys } from '#platform/database/row-types.ts'

export type PasskeyRow = Selectable<Passkeys>
type Purpose = 'add' | 'prove'

export function listPasskeys(db: Db, ownerId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** @returns false if the passkey was added before, to this account or another. */
export async function insertPasskey(db: Db, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const added = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function updatePasskeyUse(
  db: Db,
  { ownerId, id }: PasskeyRow,
  { counter, at }: { counter: number; at: Date },
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: at })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(db: Db, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasskeys(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('ownerId', '=', ownerId).execute()
}

export async function deletePasskeysSince(db: Db, ownerId: string, since: Date): Promise<void> {
  await db.deleteFrom('passkeys').where('ownerId', '=', ownerId).where('createdAt', '>=', since).execute()
}

/** Stores a challenge and deletes the owner's expired ones. */
export async function insertChallenge(
  db: Db,
  challenge: Buffer,
  of: { ownerId: string; purpose: Purpose; now: Date; expiresAt: Date },
): Promise<void> {
  const { now, ...row } = of
  await db
    .deleteFrom('passkeyChallenges')
    .where('ownerId', '=', row.ownerId)
    .where('expiresAt', '<=', now)
    .execute()
  await db
    .insertInto('passkeyChallenges')
    .values({ ...row, challenge })
    .execute()
}

/** @returns whether the challenge was open; it can be spent once. */
export async function spendChallenge(
  db: Db,
  challenge: Buffer,
  of: { ownerId: string; purpose: Purpose; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('ownerId', '=', of.ownerId)
    .where('purpose', '=', of.purpose)
    .where('expiresAt', '>', of.now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
