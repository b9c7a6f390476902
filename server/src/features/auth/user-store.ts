import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Users } from '#platform/database/row-types.ts'

export const userColumns = [
  'id',
  'role',
  'firstName',
  'lastName',
  'email',
  'username',
  'phoneNumber',
  'street',
  'city',
  'state',
  'zipCode',
  'country',
  'pictureSha256',
  'passwordHash',
  'credentialsVersion',
  'googleSub',
  'emailVerifiedAt',
  'suspendedAt',
  'closedAt',
  'purgeAt',
  'createdAt',
  'updatedAt',
] as const

export type UserRow = Pick<Selectable<Users>, (typeof userColumns)[number]>
export type NewUser = Pick<
  UserRow,
  | 'id'
  | 'role'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'username'
  | 'phoneNumber'
  | 'street'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country'
  | 'passwordHash'
  | 'createdAt'
>

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds a user and locks the row until the transaction ends. */
export function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .executeTakeFirst()
}

/** The IDs of the users with these email addresses, by address in lower case. */
export async function findUserIds(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(({ fn }) => ['id', fn<string>('lower', ['email']).as('address')])
    .where(({ fn }) => fn('lower', ['email']), 'in', [...new Set(emails.map((email) => email.toLowerCase()))])
    .execute()
  return new Map(rows.map(({ id, address }) => [address, id]))
}

export function findUserByGoogle(db: Db, sub: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('googleSub', '=', sub).executeTakeFirst()
}

/** A user whose account is open and who has this picture. */
export function findUserByPicture(db: Db, sha256: Buffer): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('pictureSha256', '=', sha256)
    .where('closedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

/** Deletes the account of a user who signed up with this address but never verified it. */
export async function deleteUnverifiedUser(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('users')
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .where('emailVerifiedAt', 'is', null)
    .where('role', '=', 'User')
    .execute()
}

/** @returns undefined if the email address or the username is taken. */
export function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, updatedAt: user.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateUser(db: Db, id: string, change: Updateable<Users>, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Replaces a hash by another of the same password, unless the password was changed meanwhile. */
export async function replaceHash(
  db: Db,
  id: string,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash: to, updatedAt: now })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .execute()
}

/** @returns false if it's too late to reopen the account. */
export async function reopenUser(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ closedAt: null, purgeAt: null, purgeRemindedAt: null, updatedAt: now })
    .where('id', '=', id)
    .where('purgeAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
