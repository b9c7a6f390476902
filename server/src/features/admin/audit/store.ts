import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export type AuditFilter = {
  group?: string | undefined
  email?: string | undefined
  target?: string | undefined
}
type Paging = { offset: number; limit: number }

/** Matches of a filter are counted up to this number. */
const MAX_COUNTED = 1_000

/** A page of the audit log, newest first, and the number of matching entries. */
export async function listAudit(db: Db, { group, email, target }: AuditFilter, { offset, limit }: Paging) {
  if (!group && !email && !target) return listAll(db, { offset, limit })
  const matches = email ? await idsOfUser(db, email, group, target) : await idsOf(db, group, target)
  const ids = matches.slice(0, MAX_COUNTED)
  const page = ids.slice(offset, offset + limit)
  const rows = page.length > 0 ? await entries(db).where('log.id', 'in', page).execute() : []
  return { rows, total: ids.length, isCapped: matches.length > MAX_COUNTED }
}

/** Ids have no gaps, so a page is a range of them. */
async function listAll(db: Db, { offset, limit }: Paging) {
  const total = await lastAuditId(db)
  const rows = await entries(db)
    .where('log.id', '<=', total - offset)
    .where('log.id', '>', total - offset - limit)
    .execute()
  return { rows, total, isCapped: false }
}

function entries(db: Db) {
  return (
    db
      .selectFrom('auditLog as log')
      .leftJoin('users as actor', 'actor.id', 'log.actorId')
      .leftJoin('users as subject', 'subject.id', 'log.subjectId')
      .leftJoin('contactMessages as message', 'message.id', 'log.subjectId')
      .leftJoin('lodgements as lodgement', 'lodgement.id', 'log.subjectId')
      .leftJoin('paymentAlerts as alert', 'alert.id', 'log.subjectId')
      // Stripe's account may have other payments than ours.
      .leftJoin('payments as payment', 'payment.providerIntentId', 'alert.aboutIntent')
      .select(['log.id', 'log.at', 'log.action', 'log.actorId', 'log.subjectId', 'log.details'])
      .select(['actor.email as actorEmail', 'subject.email as subjectEmail'])
      .select(['message.id as messageId', 'lodgement.id as lodgementId'])
      .select(['payment.providerIntentId as alertIntent', 'alert.aboutUser as alertUser'])
      .orderBy('log.id', 'desc')
  )
}

function newest(db: Db, group: string | undefined, target: string | undefined) {
  return db
    .selectFrom('auditLog')
    .select('id')
    .$if(Boolean(target), (query) => query.where(isAbout(target!)))
    .$if(Boolean(group), (query) => query.where(sql<boolean>`split_part(action, '.', 1) = ${group}`))
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED + 1)
}

/** Of a user, their payments count too. An array, so that the index finds each. */
function isAbout(target: string): Expression<SqlBool> {
  const payments = sql`select id from payments where owner_id = ${target}::uuid`
  return sql<boolean>`subject_id = any(array(${payments}) || ${target}::uuid)`
}

async function idsOf(db: Db, group: string | undefined, target: string | undefined): Promise<number[]> {
  return (await newest(db, group, target).execute()).map(({ id }) => id)
}

/** Entries where the user is the actor or the subject, newest first. */
async function idsOfUser(
  db: Db,
  email: string,
  group: string | undefined,
  target: string | undefined,
): Promise<number[]> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (!user) return []
  const [asActor, asSubject] = await Promise.all([
    newest(db, group, target).where('actorId', '=', user.id).execute(),
    newest(db, group, target).where(isAbout(user.id)).execute(),
  ])
  const ids = new Set([...asActor, ...asSubject].map(({ id }) => id))
  return [...ids].toSorted((a, b) => b - a).slice(0, MAX_COUNTED + 1)
}

async function lastAuditId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}
