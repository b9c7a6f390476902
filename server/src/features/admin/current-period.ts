import { runningPeriod } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { PersonRow } from './store.ts'

/** The period beside a person is the one that ends last. Of months bought ahead, the one that runs is shown instead. */
export async function asOfNow(db: Db, row: PersonRow, now: Date): Promise<PersonRow> {
  if (!row.periodStart || row.periodStart <= now) return row
  const running = await runningPeriod(db, row.id, now)
  return running?.planName === row.planName ? { ...row, ...running } : row
}
