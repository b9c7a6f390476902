import { type RawBuilder, sql } from 'kysely'
import { vi } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** Whether a statement waits for a transaction of another connection. */
export async function isLockAwaited({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await countWaiting(db)) > 0
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/**
 * Starts calls while a transaction holds locks. Each runs until it waits for one or ends, and the next starts; then the
 * locks are released.
 * @param lock takes the locks.
 */
export async function whileLocked<T extends readonly (() => Promise<unknown>)[]>(
  db: Db,
  lock: RawBuilder<unknown>,
  calls: T,
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const running = await inTransaction(db, async (holding) => {
    await lock.execute(holding)
    const running: Promise<unknown>[] = []
    let ended = 0
    for (const call of calls) {
      running.push(call().finally(() => ended++))
      const haveAllStopped = async () => (await countWaiting(db)) + ended === running.length
      await vi.waitUntil(haveAllStopped, { timeout: 20_000 })
    }
    return running
  })
  return Promise.all(running) as never
}

/**
 * Runs a change that is audited up to its last step, then a call that has to wait for it, and finishes both.
 * @returns what the call answered.
 */
export async function duringChange<Answer>(
  { db }: Pick<Deps, 'db'>,
  change: () => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const beforeAudit = sql`lock table audit_log in share mode`
  const [, answer] = await whileLocked(db, beforeAudit, [change, call] as const)
  return answer
}
