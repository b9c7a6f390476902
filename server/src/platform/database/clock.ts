import { HOUR_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import type { Deps } from '../config/deps.ts'

/**
 * Whether this machine's clock is far from the database's, or what isn't due yet would be deleted for good or mailed about.
 * Where both are on one machine, they agree.
 */
export async function isClockWrong({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<boolean> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const aheadMs = Date.now() - rows[0]!.now.getTime()
  if (Math.abs(aheadMs) < HOUR_MS) return false
  log.error({ aheadMs }, 'nothing is deleted for good or mailed on its date: this machine’s clock is wrong')
  return true
}
