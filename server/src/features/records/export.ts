import type { Db } from '#platform/database/database.ts'

/** Everything an owner recorded, of all years and always in the same order, without columns that only the product needs. */
export async function exportRecords(db: Db, ownerId: string) {
  const [hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries, diaryDays, methods] =
    await Promise.all([
      db
        .selectFrom('workHours')
        .select(['day', 'minutes', 'isForBusiness'])
        .where('ownerId', '=', ownerId)
        .orderBy('day')
        .orderBy('isForBusiness')
        .execute(),
      db
        .selectFrom('vehicles')
        .select(['id', 'name', 'registration', 'engineCapacity', 'isCar'])
        .where('ownerId', '=', ownerId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('trips')
        .select([
          'vehicleId',
          'day',
          'endedOn',
          'metres',
          'odometerStart',
          'odometerEnd',
          'purpose',
          'isForBusiness',
        ])
        .where('ownerId', '=', ownerId)
        .orderBy('day')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('logbooks')
        .select(['vehicleId', 'startedOn', 'endedOn', 'odometerStart', 'odometerEnd'])
        .where('ownerId', '=', ownerId)
        .orderBy('startedOn')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('vehicleYears')
        .select(['vehicleId', 'incomeYear', 'odometerStart', 'odometerEnd', 'costsCents'])
        .where('ownerId', '=', ownerId)
        .orderBy('incomeYear')
        .orderBy('vehicleId')
        .execute(),
      db
        .selectFrom('laundryLoads')
        .select(['day', 'workLoads', 'mixedLoads'])
        .where('ownerId', '=', ownerId)
        .orderBy('day')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('usageDiaries')
        .select(['incomeYear', 'service', 'startedOn', 'costCents'])
        .where('ownerId', '=', ownerId)
        .orderBy('incomeYear')
        .orderBy('service')
        .execute(),
      db
        .selectFrom('usageDays')
        .select(['service', 'day', 'workUses', 'personalUses'])
        .where('ownerId', '=', ownerId)
        .orderBy('day')
        .orderBy('service')
        .execute(),
      db
        .selectFrom('methodChoices')
        .select(['incomeYear', 'choice', 'kind'])
        .where('ownerId', '=', ownerId)
        .orderBy('incomeYear')
        .orderBy('choice')
        .execute(),
    ])
  return { hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries, diaryDays, methods }
}
