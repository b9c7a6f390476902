import {
  type Logbook,
  type Output,
  type Parsed,
  type recordEndpoints,
  type Trip,
  yearsOfLogbook,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { hasChanged, isAsRead } from '#platform/database/queries/as-read.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { refuseFuture } from '../days.ts'
import { keepDeleted } from '../deleted-records.ts'
import { refuseTooMany } from '../limits.ts'
import { snapshotRecords, yearsOfTrips } from '../since-lodging/snapshot-records.ts'
import { metresOf, tripColumns, tripOf } from '../store.ts'
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
    await snapshotForTrip(db, ownerId, { id, at: now(), trip })
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

function tripRowOf({ vehicle: vehicleId, km, isForBusiness = false, ...details }: Omit<Trip, '_id'>) {
  return { ...details, vehicleId, metres: metresOf(km), isForBusiness }
}

export function removeTrip(
  { db, now }: TripDeps,
  ownerId: string,
  id: string,
): Promise<Output<typeof recordEndpoints.removeTrip>> {
  return inTransaction(db, async (db) => {
    await snapshotForTrip(db, ownerId, { id, at: now() })
    const row = await db
      .deleteFrom('trips')
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .returning(tripColumns)
      .executeTakeFirst()
    return {
      deleted: await keepDeleted(db, ownerId, { key: `trip:${id}`, record: row && tripOf(row), at: now() }),
    }
  })
}

/** @param trip as it will be. */
async function snapshotForTrip(
  db: Db,
  ownerId: string,
  { id, at, trip }: { id: string; at: Date; trip?: { vehicleId: string; day: string } },
): Promise<void> {
  const saved = await db
    .selectFrom('trips')
    .select(['vehicleId', 'day'])
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  const trips = [saved, trip].filter((one) => one !== undefined)
  await snapshotRecords(db, ownerId, { at, incomeYears: await yearsOfTrips(db, ownerId, trips) })
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
    await snapshotForLogbook(db, ownerId, { id, at: now(), logbook })
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

export function removeLogbook(
  { db, now }: TripDeps,
  ownerId: string,
  id: string,
): Promise<Output<typeof recordEndpoints.removeLogbook>> {
  return inTransaction(db, async (db) => {
    await snapshotForLogbook(db, ownerId, { id, at: now() })
    const logbook = await db
      .deleteFrom('logbooks')
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .returning(['vehicleId as vehicle', 'startedOn', 'endedOn', 'odometerStart', 'odometerEnd'])
      .executeTakeFirst()
    const record = logbook && { _id: id, ...logbook }
    return { deleted: await keepDeleted(db, ownerId, { key: `logbook:${id}`, record, at: now() }) }
  })
}

/** @param logbook as it will be. */
async function snapshotForLogbook(
  db: Db,
  ownerId: string,
  { id, at, logbook }: { id: string; at: Date; logbook?: { startedOn: string } },
): Promise<void> {
  const saved = await db
    .selectFrom('logbooks')
    .select('startedOn')
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  const logbooks = [saved, logbook].filter((one) => one !== undefined)
  await snapshotRecords(db, ownerId, { at, incomeYears: logbooks.flatMap(yearsOfLogbook) })
}
