import { sql } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'

/** Whether a statement waits for a transaction of another connection. */
export async function isLockAwaited({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
