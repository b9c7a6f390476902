import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { DB } from '#platform/database/row-types.ts'

/** Everything an owner recorded, of all years and always in the same order, without columns that only the product needs. */
export async function exportRecords(db: Db, ownerId: string) {
  async function allFrom<Table extends keyof DB, Column extends keyof Selectable<DB[Table]> & string>(
    table: Table,
    columns: readonly Column[],
    order: readonly (keyof DB[Table] & string)[],
  ) {
    const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
    const { rows } = await sql<Pick<Selectable<DB[Table]>, Column>>`select ${refs(columns)}
      from ${sql.table(table)} where owner_id = ${ownerId} order by ${refs(order)}`.execute(db)
    return rows
  }
  const [hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries, diaryDays, methods] =
    await Promise.all([
      allFrom('workHours', ['day', 'minutes', 'isForBusiness'], ['day', 'isForBusiness']),
      allFrom('vehicles', ['id', 'name', 'registration', 'engineCapacity', 'isCar'], ['createdAt', 'id']),
      allFrom(
        'trips',
        ['vehicleId', 'day', 'endedOn', 'metres', 'odometerStart', 'odometerEnd', 'purpose', 'isForBusiness'],
        ['day', 'id'],
      ),
      allFrom(
        'logbooks',
        ['vehicleId', 'startedOn', 'endedOn', 'odometerStart', 'odometerEnd'],
        ['startedOn', 'id'],
      ),
      allFrom(
        'vehicleYears',
        ['vehicleId', 'incomeYear', 'odometerStart', 'odometerEnd', 'costsCents'],
        ['incomeYear', 'vehicleId'],
      ),
      allFrom('laundryLoads', ['day', 'workLoads', 'mixedLoads'], ['day', 'id']),
      allFrom('usageDiaries', ['incomeYear', 'service', 'startedOn', 'costCents'], ['incomeYear', 'service']),
      allFrom('usageDays', ['service', 'day', 'workUses', 'personalUses'], ['day', 'service']),
      allFrom('methodChoices', ['incomeYear', 'choice', 'kind'], ['incomeYear', 'choice']),
    ])
  return { hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries, diaryDays, methods }
}
