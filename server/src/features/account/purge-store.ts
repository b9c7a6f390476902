import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export type Leaving = { id: string; email: string; firstName: string; purgeAt: Date }

/**
 * Marks closed accounts whose end is near as reminded, and answers them. Who is reminded late, because nothing ran
 * for a while, gets the time they were promised.
 */
export async function takeToRemind(
  db: Db,
  { now, until, notBefore, limit }: { now: Date; until: Date; notBefore: Date; limit: number },
): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    update users set purge_reminded_at = ${now}, purge_at = greatest(purge_at, ${notBefore})
    where id in (
      select id from users
      where purge_at <= ${until} and purge_reminded_at is null
      order by purge_at limit ${limit} for update
    )
    returning id, email, first_name, purge_at`.execute(db)
  return rows
}

/** Closed accounts whose time is over and who were told so, after the one that was looked at last. */
export async function listDue(db: Db, now: Date, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('purgeAt', '<=', now)
    .where('purgeRemindedAt', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The closed account, locked until the transaction ends; nothing when it is gone or not due. */
export function lockDue(db: Db, id: string, now: Date): Promise<Leaving | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'firstName'])
    .select((eb) => eb.ref('purgeAt').$notNull().as('purgeAt'))
    .where('id', '=', id)
    .where('purgeAt', '<=', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks somebody's stretches of access until the transaction ends. */
export async function lockPlans(db: Db, ownerId: string): Promise<void> {
  await db.selectFrom('subscriptions').select('id').where('ownerId', '=', ownerId).forUpdate().execute()
}

/** Removes the person and, with them, every row that is theirs. */
export async function removePerson(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}
