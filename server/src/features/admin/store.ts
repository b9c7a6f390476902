import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { readPage } from '#platform/database/queries/page.ts'
import type { Users } from '#platform/database/row-types.ts'
import { selectActiveSuperAdmins } from '#platform/people/super-admins.ts'

export const columns = [
  'id',
  'role',
  'firstName',
  'lastName',
  'email',
  'username',
  'phoneNumber',
  'emailVerifiedAt',
  'suspendedAt',
  'suspendedReason',
  'closedAt',
  'purgeAt',
  'createdAt',
  'subscriptionId',
  'planName',
  'periodStart',
  'periodEnd',
] as const satisfies (keyof Users)[]

export type PersonRow = Pick<Selectable<Users>, (typeof columns)[number]>

export function listAdministrators(
  db: Db,
  paging: { page: number; limit: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const administrators = db
    .selectFrom('users')
    .select(columns)
    .where('role', '<>', 'User')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return readPage(administrators, paging)
}

/** The person, locked until the transaction ends. */
export function findForUpdate(db: Db, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The ids of the Super Admins who can log in, locked until the transaction ends. */
export async function lockActiveSuperAdmins(db: Db): Promise<string[]> {
  const rows = await selectActiveSuperAdmins(db).select('id').orderBy('id').forUpdate().execute()
  return rows.map(({ id }) => id)
}

export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('users').select('id').where('role', '=', 'Super Admin').limit(1).execute()
  return rows.length > 0
}
