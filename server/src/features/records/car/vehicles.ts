import {
  daysOf,
  endingOf,
  incomeYearLabel,
  newZealandDay,
  type Output,
  type Parsed,
  type recordEndpoints,
  recordRefusals,
  yearsOfLogbook,
  sydneyDay,
  yearRefusals,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { hasChanged, isAsRead } from '#platform/database/queries/as-read.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { keepDeleted } from '../deleted-records.ts'
import { refuseTooMany } from '../limits.ts'
import { snapshotRecords, yearsOfTrips } from '../since-lodging/snapshot-records.ts'

type VehicleDeps = Pick<Deps, 'db' | 'now'>
type Saved = { _id: string }

export function saveVehicle(
  { db, now }: VehicleDeps,
  ownerId: string,
  id: string,
  { known, ...vehicle }: Parsed<typeof recordEndpoints.saveVehicle>['body'],
): Promise<Saved> {
  return inTransaction(db, async (db) => {
    await refuseTooMany(db, ownerId, { table: 'vehicles', id })
    await snapshotForVehicle(db, ownerId, { id, at: now(), isCar: vehicle.isCar })
    await db
      .insertInto('vehicles')
      .values({ ownerId, id, ...vehicle, createdAt: now() })
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'id'])
          .doUpdateSet(vehicle)
          .where(isAsRead('vehicles', vehicle, known)),
      )
      .returning('id')
      .executeTakeFirstOrThrow(hasChanged)
    return { _id: id }
  })
}

/** Trips and logbooks of all years only count for cars. */
async function snapshotForVehicle(
  db: Db,
  ownerId: string,
  { id, at, isCar }: { id: string; at: Date; isCar: boolean },
): Promise<void> {
  const changed = await db
    .selectFrom('vehicles')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('isCar', '<>', isCar)
    .executeTakeFirst()
  if (!changed) return
  const trips = await db
    .selectFrom('trips')
    .select(['vehicleId', 'day'])
    .where('ownerId', '=', ownerId)
    .where('vehicleId', '=', id)
    .execute()
  const logbooks = await db
    .selectFrom('logbooks')
    .select('startedOn')
    .where('ownerId', '=', ownerId)
    .where('vehicleId', '=', id)
    .execute()
  const incomeYears = [...(await yearsOfTrips(db, ownerId, trips)), ...logbooks.flatMap(yearsOfLogbook)]
  await snapshotRecords(db, ownerId, { at, incomeYears })
}

/**
 * Deletes a vehicle. If it was deleted before, returns the same, so that a retry can be undone, too.
 * @throws Refusal while it has trips or logbooks.
 */
export function removeVehicle(
  { db, now }: VehicleDeps,
  ownerId: string,
  id: string,
): Promise<Output<typeof recordEndpoints.removeVehicle>> {
  return inTransaction(db, async (db) => {
    // A trip that's being added waits for this, and then has no vehicle.
    await db
      .selectFrom('vehicles')
      .select('id')
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    const used = await db
      .selectFrom('trips')
      .select('vehicleId')
      .where('ownerId', '=', ownerId)
      .where('vehicleId', '=', id)
      .union(
        db
          .selectFrom('logbooks')
          .select('vehicleId')
          .where('ownerId', '=', ownerId)
          .where('vehicleId', '=', id),
      )
      .executeTakeFirst()
    if (used) throw new Refusal(recordRefusals.vehicleInUse)
    const rows = await db
      .deleteFrom('vehicleYears')
      .where('ownerId', '=', ownerId)
      .where('vehicleId', '=', id)
      .returning(['incomeYear', 'odometerStart', 'odometerEnd', 'costsCents'])
      .execute()
    const years = rows.map(({ incomeYear, ...year }) => ({
      ...year,
      incomeYear: incomeYearLabel(incomeYear),
    }))
    const vehicle = await db
      .deleteFrom('vehicles')
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .returning(['name', 'registration', 'engineCapacity', 'isCar'])
      .executeTakeFirst()
    const record = vehicle && { ...vehicle, years }
    return { deleted: await keepDeleted(db, ownerId, { key: `vehicle:${id}`, record, at: now() }) }
  })
}

/** @throws Refusal when the year hasn't started anywhere in Australia or New Zealand, or the owner doesn't have the vehicle. */
export async function saveVehicleYear(
  { db, now }: VehicleDeps,
  ownerId: string,
  { incomeYear, vehicleId }: Parsed<typeof recordEndpoints.saveVehicleYear>['params'],
  { known, ...details }: Parsed<typeof recordEndpoints.saveVehicleYear>['body'],
): Promise<Saved> {
  const at = now()
  if (daysOf(incomeYear).first > newZealandDay(at)) throw new Refusal(yearRefusals.notStarted)
  const saving = inTransaction(db, async (db) => {
    const savedOn = sydneyDay(at)
    await snapshotRecords(db, ownerId, { at, incomeYears: [incomeYear] })
    await db
      .insertInto('vehicleYears')
      .values({ ownerId, incomeYear: endingOf(incomeYear), vehicleId, ...details, savedOn })
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'incomeYear', 'vehicleId'])
          .doUpdateSet({ ...details, savedOn })
          .where(isAsRead('vehicleYears', details, known)),
      )
      .returning('vehicleId')
      .executeTakeFirstOrThrow(hasChanged)
    return { _id: vehicleId }
  })
  return withKnownVehicle(saving)
}

/** @throws Refusal when a saved row names a vehicle the owner doesn't have. */
export function withKnownVehicle<Result>(saving: Promise<Result>): Promise<Result> {
  return saving.catch((thrown: unknown) => {
    throw isForeignKeyViolation(thrown) ? new Refusal(recordRefusals.unknownVehicle) : thrown
  })
}
