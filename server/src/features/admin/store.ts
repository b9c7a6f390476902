import { type Expression, type Selectable, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database'
import type { Users } from '#platform/row-types'
import { containing } from './rules.ts'

const columns = [
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
/** `plan` is All, None or the name of a plan. */
export type Filter = { plan: string; email: string | undefined }
type Cursor = { createdAt: Date; id: string }

/** Matches of a search are counted no further than this. */
export const MOST_COUNTED = 10_000

function users(db: Db, { plan, email }: Filter) {
  return db
    .selectFrom('users')
    .where('role', '=', 'User')
    .$if(plan === 'None', (query) => query.where('planName', 'is', null))
    .$if(plan !== 'All' && plan !== 'None', (query) => query.where('planName', '=', plan))
    .$if(Boolean(email), (query) => query.where(emailContains(email!)))
}

function emailContains(part: string): Expression<SqlBool> {
  return sql<boolean>`lower(email) like ${containing(part)}`
}

/** A page counted from one end; a page near the other end is walked from there. */
export async function listUsers(
  db: Db,
  filter: Filter,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<PersonRow[]> {
  const isNearEnd = offset > total / 2
  const take = Math.max(0, isNearEnd ? Math.min(limit, total - offset) : limit)
  const skip = isNearEnd ? Math.max(0, total - offset - take) : offset
  const direction = isNearEnd ? 'asc' : 'desc'
  const rows = await users(db, filter)
    .select(columns)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .offset(skip)
    .limit(take)
    .execute()
  return isNearEnd ? rows.toReversed() : rows
}

/** The Users after `cursor`, newest first: how an export walks along. */
export function listUsersAfter(
  db: Db,
  filter: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<PersonRow[]> {
  return users(db, filter)
    .select(columns)
    .$if(cursor !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${cursor!.createdAt}, ${cursor!.id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many Users match a search, up to `MOST_COUNTED`. */
export async function countMatches(db: Db, filter: Filter): Promise<number> {
  const { total } = await db
    .selectFrom(users(db, filter).select('id').limit(MOST_COUNTED).as('matches'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Counts by plan name, kept by the database; the empty name counts those without a plan. */
export async function countByPlan(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('subscriberCounts').selectAll().where('total', '>', 0).execute()
  return new Map(rows.map(({ planName, total }) => [planName, total]))
}

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
