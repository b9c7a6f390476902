import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** Whether a statement, or so many, wait for transactions of other connections. */
export async function isLockAwaited({ db }: Pick<Deps, 'db'>, statements = 1): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length >= statements
}

/**
 * Runs a change that is audited up to its last step, then a call that has to wait for it, and finishes both.
 * @returns what the call answered.
 */
export async function duringChange<Answer>(
  deps: Pick<Deps, 'db'>,
  change: () => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const begun = await inTransaction(deps.db, async (db) => {
    await sql`lock table audit_log in share mode`.execute(db)
    const changed = change()
    await expect.poll(() => isLockAwaited(deps), { timeout: 20_000 }).toBe(true)
    const answer = call()
    await expect.poll(() => isLockAwaited(deps, 2), { timeout: 20_000 }).toBe(true)
    return { changed, answer }
  })
  await begun.changed
  return begun.answer
}
