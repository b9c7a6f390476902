import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** From 1 July to the first day of the next year. */
const DAYS_TO_NEW_YEAR = 184
/** The year that the income year of the column `day` ends in. */
export const endingOfDay = sql<number>`extract(year from day + ${DAYS_TO_NEW_YEAR}::int)::int`

/** The years that income years with records end in. */
export async function listRecordedYears(db: Db, ownerId: string): Promise<number[]> {
  const { rows } = await sql<{ incomeYear: number }>`
    select distinct ${endingOfDay} as income_year from (
      select day from work_hours where owner_id = ${ownerId}
      union select day from trips where owner_id = ${ownerId}
      union select day from laundry_loads where owner_id = ${ownerId}
      union select unnest(array[started_on, ended_on]) from logbooks where owner_id = ${ownerId}
    ) days where day is not null
    union select income_year from usage_diaries where owner_id = ${ownerId}
    union select income_year from vehicle_years where owner_id = ${ownerId}`.execute(db)
  return rows.map(({ incomeYear }) => incomeYear)
}
