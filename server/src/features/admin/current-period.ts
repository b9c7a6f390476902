import { runningPeriod } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { PersonRow } from './store.ts'

/** A row has the period that ends last. If that hasn't started, shows the current one of the same plan instead. */
export async function withCurrentPeriod(db: Db, row: PersonRow, now: Date): Promise<PersonRow> {
  if (!row.periodStart || row.periodStart <= now) return row
  const running = await runningPeriod(db, row.id, now)
  return running?.planName === row.planName ? { ...row, ...running } : row
}
