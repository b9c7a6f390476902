import {
  endingOf,
  incomeYearLabel,
  type Output,
  type Parsed,
  type recordEndpoints,
  recordRefusals,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { hasChanged, isAsRead } from '#platform/database/queries/as-read.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { refuseTooMany } from '../limits.ts'

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

/** @throws Refusal while it has trips or logbooks. */
export function removeVehicle(
  { db }: Pick<Deps, 'db'>,
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
    const years = await db
      .deleteFrom('vehicleYears')
      .where('ownerId', '=', ownerId)
      .where('vehicleId', '=', id)
      .returning(['incomeYear', 'odometerStart', 'odometerEnd', 'costsCents'])
      .execute()
    await db.deleteFrom('vehicles').where('ownerId', '=', ownerId).where('id', '=', id).execute()
    return {
      _id: id,
      years: years.map(({ incomeYear, ...year }) => ({ ...year, incomeYear: incomeYearLabel(incomeYear) })),
    }
  })
}

export async function saveVehicleYear(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  { incomeYear, vehicleId }: Parsed<typeof recordEndpoints.saveVehicleYear>['params'],
  { known, ...details }: Parsed<typeof recordEndpoints.saveVehicleYear>['body'],
): Promise<Saved> {
  await withKnownVehicle(
    db
      .insertInto('vehicleYears')
      .values({ ownerId, incomeYear: endingOf(incomeYear), vehicleId, ...details })
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'incomeYear', 'vehicleId'])
          .doUpdateSet(details)
          .where(isAsRead('vehicleYears', details, known)),
      )
      .returning('vehicleId')
      .executeTakeFirstOrThrow(hasChanged),
  )
  return { _id: vehicleId }
}

/** @throws Refusal when a saved row names a vehicle the owner doesn't have. */
export function withKnownVehicle<Result>(saving: Promise<Result>): Promise<Result> {
  return saving.catch((thrown: unknown) => {
    throw isForeignKeyViolation(thrown) ? new Refusal(recordRefusals.unknownVehicle) : thrown
  })
}
