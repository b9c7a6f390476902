import { type RawBuilder, sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'

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

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`select distinct pid from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(db)
  return rows.length
}
