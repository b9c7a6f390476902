import type { Logbook, Parsed, recordEndpoints, Trip } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { hasChanged, isAsRead } from '#platform/database/queries/as-read.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { refuseFuture } from '../days.ts'
import { refuseTooMany } from '../limits.ts'
import { metresOf } from '../store.ts'
import { withKnownVehicle } from './vehicles.ts'

type TripDeps = Pick<Deps, 'db' | 'now'>
type Saved = { _id: string }

export function saveTrip(
  { db, now }: TripDeps,
  ownerId: string,
  id: string,
  { known, ...details }: Parsed<typeof recordEndpoints.saveTrip>['body'],
): Promise<Saved> {
  refuseFuture(now(), { day: details.day, endedOn: details.endedOn })
  const trip = tripRowOf(details)
  const saving = inTransaction(db, async (db) => {
    await refuseTooMany(db, ownerId, { table: 'trips', id, day: trip.day })
    await db
      .insertInto('trips')
      .values({ ownerId, id, ...trip, createdAt: now() })
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'id'])
          .doUpdateSet(trip)
          .where(isAsRead('trips', trip, known && tripRowOf(known))),
      )
      .returning('id')
      .executeTakeFirstOrThrow(hasChanged)
    return { _id: id }
  })
  return withKnownVehicle(saving)
}

function tripRowOf({ vehicle: vehicleId, km, ...details }: Omit<Trip, '_id'>) {
  return { ...details, vehicleId, metres: metresOf(km) }
}

export async function removeTrip({ db }: Pick<Deps, 'db'>, ownerId: string, id: string): Promise<Saved> {
  await db.deleteFrom('trips').where('ownerId', '=', ownerId).where('id', '=', id).execute()
  return { _id: id }
}

export function saveLogbook(
  { db, now }: TripDeps,
  ownerId: string,
  id: string,
  { known, ...details }: Parsed<typeof recordEndpoints.saveLogbook>['body'],
): Promise<Saved> {
  refuseFuture(now(), { startedOn: details.startedOn, endedOn: details.endedOn })
  const logbook = logbookRowOf(details)
  const saving = inTransaction(db, async (db) => {
    await refuseTooMany(db, ownerId, { table: 'logbooks', id })
    await db
      .insertInto('logbooks')
      .values({ ownerId, id, ...logbook, createdAt: now() })
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'id'])
          .doUpdateSet(logbook)
          .where(isAsRead('logbooks', logbook, known && logbookRowOf(known))),
      )
      .returning('id')
      .executeTakeFirstOrThrow(hasChanged)
    return { _id: id }
  })
  return withKnownVehicle(saving)
}

function logbookRowOf({ vehicle: vehicleId, ...details }: Omit<Logbook, '_id'>) {
  return { ...details, vehicleId }
}

export async function removeLogbook({ db }: Pick<Deps, 'db'>, ownerId: string, id: string): Promise<Saved> {
  await db.deleteFrom('logbooks').where('ownerId', '=', ownerId).where('id', '=', id).execute()
  return { _id: id }
}
