import { HOUR_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import type { Deps } from '../config/deps.ts'

/**
 * Whether this machine's clock is far ahead of the database's, or what isn't due yet would be deleted for good. Where both
 * are on one machine, they agree.
 */
export async function isClockAhead({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<boolean> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const aheadMs = Date.now() - rows[0]!.now.getTime()
  if (aheadMs < HOUR_MS) return false
  log.error({ aheadMs }, 'nothing is deleted for good: this machine’s clock is ahead of the database’s')
  return true
}
