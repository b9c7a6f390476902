import type { Selectable } from 'kysely'
import type { Db } from '#platform/database'
import type { Users } from '#platform/row-types'

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
  'createdAt',
  'subscriptionId',
  'planName',
  'periodStart',
  'periodEnd',
] as const satisfies (keyof Users)[]

export type PersonRow = Pick<Selectable<Users>, (typeof columns)[number]>

export function listAdministrators(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<PersonRow[]> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('role', '<>', 'User')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countAdministrators(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('role', '<>', 'User')
    .executeTakeFirstOrThrow()
  return total
}

/** The person, locked until the transaction ends. */
export function findForUpdate(db: Db, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function setSuspension(
  db: Db,
  id: string,
  { at, reason, now }: { at: Date | null; reason: string | null; now: Date },
): Promise<PersonRow> {
  return db
    .updateTable('users')
    .set({ suspendedAt: at, suspendedReason: reason, updatedAt: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function listAudit(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const last = await lastAuditId(db)
  const rows = await db
    .selectFrom('auditLog as log')
    .leftJoin('users as actor', 'actor.id', 'log.actorId')
    .leftJoin('users as subject', 'subject.id', 'log.subjectId')
    .select(['log.id', 'log.at', 'log.action', 'log.actorId', 'log.subjectId', 'log.details'])
    .select(['actor.email as actorEmail', 'subject.email as subjectEmail'])
    // Ids have no gaps, so a page is a range of them.
    .where('log.id', '<=', last - offset)
    .where('log.id', '>', last - offset - limit)
    .orderBy('log.id', 'desc')
    .execute()
  return { rows, total: last }
}

async function lastAuditId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', '=', 'Super Admin').limit(1).execute()
  return found.length > 0
}
