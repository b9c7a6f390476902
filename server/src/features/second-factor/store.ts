import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { DB, SecondFactors } from '#platform/database/row-types.ts'

export type FactorRow = Selectable<SecondFactors>

export function findFactor(db: Db, ownerId: string): Promise<FactorRow | undefined> {
  return db.selectFrom('secondFactors').selectAll().where('ownerId', '=', ownerId).executeTakeFirst()
}

export type EnrolledFactors = { hasApp: boolean; hasPasskey: boolean }

/** The columns of `EnrolledFactors`, in a query of `users`. */
export function enrolledFactorColumns(query: ExpressionBuilder<DB, 'users'>) {
  const apps = query
    .selectFrom('secondFactors')
    .whereRef('ownerId', '=', 'users.id')
    .where('confirmedAt', 'is not', null)
  const passkeys = query.selectFrom('passkeys').whereRef('ownerId', '=', 'users.id')
  return [
    query.exists(apps.select('ownerId')).$castTo<boolean>().as('hasApp'),
    query.exists(passkeys.select('ownerId')).$castTo<boolean>().as('hasPasskey'),
  ] as const
}

export async function findEnrolledFactors(db: Db, ownerId: string): Promise<EnrolledFactors> {
  const enrolledFactors = await db
    .selectFrom('users')
    .select(enrolledFactorColumns)
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return enrolledFactors ?? { hasApp: false, hasPasskey: false }
}

/** Stores a secret that its first code will confirm; replaces an unconfirmed one. */
export async function upsertPendingSecret(db: Db, ownerId: string, waitingSecret: Buffer): Promise<void> {
  await db
    .insertInto('secondFactors')
    .values({ ownerId, waitingSecret })
    .onConflict((conflict) => conflict.column('ownerId').doUpdateSet({ waitingSecret }))
    .execute()
}

/** Turns the pending secret on, keeping the date of an app it replaces. @returns false if another request did so first. */
export async function confirmPendingSecret(
  db: Db,
  { ownerId, waitingSecret }: FactorRow,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set((eb) => ({
      secret: waitingSecret,
      waitingSecret: null,
      secretSetAt: now,
      confirmedAt: eb.fn.coalesce('confirmedAt', eb.val(now)),
      lastStep: step,
    }))
    .where('ownerId', '=', ownerId)
    .where('waitingSecret', '=', waitingSecret)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the app if it was added, or replaced another, since a time. A secret that waits for its first code goes too. */
export async function deleteAppSince(db: Db, ownerId: string, since: Date): Promise<void> {
  await db
    .deleteFrom('secondFactors')
    .where('ownerId', '=', ownerId)
    .where('secretSetAt', '>=', since)
    .execute()
  await db.updateTable('secondFactors').set({ waitingSecret: null }).where('ownerId', '=', ownerId).execute()
}

/** Records that the code of a time step was used. @returns false if it was used before. */
export async function spendStep(db: Db, ownerId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('ownerId', '=', ownerId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteFactor(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('secondFactors').where('ownerId', '=', ownerId).execute()
  await db.deleteFrom('recoveryCodes').where('ownerId', '=', ownerId).execute()
}

export async function replaceCodes(
  db: Db,
  ownerId: string,
  hashes: Buffer[],
  createdAt: Date,
): Promise<void> {
  // Two tabs that replace them at once would otherwise both keep theirs.
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 2))`.execute(db)
  await db.deleteFrom('recoveryCodes').where('ownerId', '=', ownerId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ ownerId, codeHash, createdAt })))
    .execute()
}

export async function deleteCodesSince(db: Db, ownerId: string, since: Date): Promise<void> {
  await db
    .deleteFrom('recoveryCodes')
    .where('ownerId', '=', ownerId)
    .where('createdAt', '>=', since)
    .execute()
}

export async function spendCode(db: Db, ownerId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('ownerId', '=', ownerId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false unless the code is one of the current ones. */
export async function markCodesSaved(db: Db, ownerId: string, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ isSaved: true })
    .where('ownerId', '=', ownerId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('recoveryCodes as one')
          .select('one.ownerId')
          .where('one.ownerId', '=', ownerId)
          .where('one.codeHash', '=', codeHash),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the owner has said that they saved their codes, or has used one of them. */
export async function hasSavedCodes(db: Db, ownerId: string): Promise<boolean> {
  const saved = await db
    .selectFrom('recoveryCodes')
    .select('ownerId')
    .where('ownerId', '=', ownerId)
    .where((row) => row.or([row('isSaved', '=', true), row('usedAt', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return saved !== undefined
}

export async function countCodesLeft(db: Db, ownerId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('ownerId', '=', ownerId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
