import { daysOf, incomeYearOf, MAX_RECORDS, recordRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'

const limits = {
  vehicles: { max: MAX_RECORDS.vehicles, refusal: recordRefusals.tooManyVehicles },
  logbooks: { max: MAX_RECORDS.logbooks, refusal: recordRefusals.tooManyLogbooks },
  trips: { max: MAX_RECORDS.tripsPerYear, refusal: recordRefusals.tooManyTrips },
  laundry_loads: { max: MAX_RECORDS.laundryPerYear, refusal: recordRefusals.tooMuchLaundry },
} as const
type Entry =
  | { id: string; table: 'vehicles' | 'logbooks' }
  | { id: string; table: 'trips' | 'laundry_loads'; day: string }

/**
 * Refuses an entry beyond its table's limit; one that's there already can change. Owners' calls run one at a time until
 * their transactions end, so that two tabs can't add more.
 */
export async function refuseTooMany(db: Db, ownerId: string, entry: Entry): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 0))`.execute(db)
  const { max, refusal } = limits[entry.table]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(entry.table)}
    where owner_id = ${ownerId} and id <> ${entry.id} ${'day' in entry ? inYearOf(entry.day) : sql``}`.execute(
    db,
  )
  if (rows[0]!.count >= max) throw new Refusal(refusal)
}

function inYearOf(day: string) {
  const { first, last } = daysOf(incomeYearOf(day))
  return sql`and day between ${first} and ${last}`
}
