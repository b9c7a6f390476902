import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type ClosedUser = { id: string; email: string; firstName: string; purgeAt: Date }

/**
 * Marks closed accounts that are due before `until` as reminded. If the job ran late, extends the deadline to `extendedTo`
 * so users still get full notice. Suspended users can't reopen theirs, so those wait.
 */
export async function markPurgeReminded(
  db: Db,
  { now, until, extendedTo, limit }: { now: Date; until: Date; extendedTo: Date; limit: number },
): Promise<ClosedUser[]> {
  const { rows } = await sql<ClosedUser>`
    update users set purge_reminded_at = ${now}, purge_at = greatest(purge_at, ${extendedTo})
    where id in (
      select id from users
      where purge_at <= ${until} and purge_reminded_at is null and suspended_at is null
      order by purge_at limit ${limit} for update
    )
    returning id, email, first_name, purge_at`.execute(db)
  return rows
}

/** Ids of reminded accounts that are due and not suspended, after the id `after`. */
export async function listDuePurges(db: Db, now: Date, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('purgeAt', '<=', now)
    .where('purgeRemindedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a closed account; undefined if it's gone, suspended or not due. */
export function lockDuePurge(db: Db, id: string, now: Date): Promise<ClosedUser | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'firstName'])
    .select((eb) => eb.ref('purgeAt').$notNull().as('purgeAt'))
    .where('id', '=', id)
    .where('purgeAt', '<=', now)
    .where('suspendedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes the user and, by cascade, every row they own. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}
