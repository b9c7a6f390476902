import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export type AuditFilter = { group?: string | undefined; email?: string | undefined }
type Place = { offset: number; limit: number }

/** Matches of a filter are counted no further than this. */
const MOST_COUNTED = 1_000

/** A page of the audit log, newest first, and how many entries the filter lets through. */
export async function listAudit(db: Db, { group, email }: AuditFilter, { offset, limit }: Place) {
  if (!group && !email) return listAll(db, { offset, limit })
  const found = email ? await idsOfPerson(db, email, group) : await idsOfGroup(db, group!)
  const ids = found.slice(0, MOST_COUNTED)
  const page = ids.slice(offset, offset + limit)
  const rows = page.length > 0 ? await entries(db).where('log.id', 'in', page).execute() : []
  return { rows, total: ids.length, isCapped: found.length > MOST_COUNTED }
}

/** Ids have no gaps, so a page is a range of them. */
async function listAll(db: Db, { offset, limit }: Place) {
  const total = await lastAuditId(db)
  const rows = await entries(db)
    .where('log.id', '<=', total - offset)
    .where('log.id', '>', total - offset - limit)
    .execute()
  return { rows, total, isCapped: false }
}

function entries(db: Db) {
  return db
    .selectFrom('auditLog as log')
    .leftJoin('users as actor', 'actor.id', 'log.actorId')
    .leftJoin('users as subject', 'subject.id', 'log.subjectId')
    .select(['log.id', 'log.at', 'log.action', 'log.actorId', 'log.subjectId', 'log.details'])
    .select(['actor.email as actorEmail', 'subject.email as subjectEmail'])
    .orderBy('log.id', 'desc')
}

function newest(db: Db, group: string | undefined) {
  return db
    .selectFrom('auditLog')
    .select('id')
    .$if(Boolean(group), (query) => query.where(sql<boolean>`split_part(action, '.', 1) = ${group}`))
    .orderBy('id', 'desc')
    .limit(MOST_COUNTED + 1)
}

async function idsOfGroup(db: Db, group: string): Promise<number[]> {
  return (await newest(db, group).execute()).map(({ id }) => id)
}

/** Entries with a user as actor or target, newest first. */
async function idsOfPerson(db: Db, email: string, group: string | undefined): Promise<number[]> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (!person) return []
  const [did, suffered] = await Promise.all([
    newest(db, group).where('actorId', '=', person.id).execute(),
    newest(db, group).where('subjectId', '=', person.id).execute(),
  ])
  const ids = new Set([...did, ...suffered].map(({ id }) => id))
  return [...ids].toSorted((a, b) => b - a).slice(0, MOST_COUNTED + 1)
}

async function lastAuditId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}
