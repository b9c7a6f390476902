import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isPlanOutdated } from './connections/preparing-client.ts'

const MAX_ATTEMPTS = 6
const FIRST_DELAY_MS = 5
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/**
 * Runs `work` in a transaction, and again from the start when Postgres cancelled it because of another one.
 * @param work may run several times: anything it changes outside `db` must tolerate that.
 * @returns what `work` returned in the attempt that committed.
 * @throws whatever `work` throws; serialization failures, deadlocks and outdated plans only after the last attempt.
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
      // Random, so that two transactions don't meet again.
      await wait(FIRST_DELAY_MS * 2 ** attempt * Math.random())
    }
  }
}

/** How long one statement of a search may run. */
const SEARCH_TIMEOUT_MS = 5_000

/**
 * Runs queries that Postgres plans for the owner and the words they're about, because the plan that suits most owners
 * is slow for one with many receipts. Those that take too long are cancelled.
 */
export function planningEachQuery<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (db) => {
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('statement_timeout', ${String(SEARCH_TIMEOUT_MS)}, true)`.execute(db)
    return work(db)
  })
}

/** Runs queries in a transaction that all see the data of one moment. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (db) => {
    await sql`set transaction isolation level repeatable read`.execute(db)
    return work(db)
  })
}

function isRetryable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isPlanOutdated(error)
}
