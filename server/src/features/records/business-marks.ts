import { sql } from 'kysely'
import { answerOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'
import { endingOfDay } from './recorded-years.ts'

/**
 * Marks what an owner recorded in years as a sole trader as their business's. Call it before they have a job as well, so that it
 * counts as before. Years with marks were divided already.
 */
export async function markSoleTraderYears(db: Db, ownerId: string): Promise<void> {
  const work = answerOf('work', { ownerId, ending: endingOfDay })
  for (const table of [sql.table('trips'), sql.table('work_hours')])
    await sql`update ${table} set is_for_business = true
      where owner_id = ${ownerId} and ${work} = 'soleTrader' and ${endingOfDay} not in (
        select ${endingOfDay} from ${table} where owner_id = ${ownerId} and is_for_business
      )`.execute(db)
}
