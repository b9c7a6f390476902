import {
  daysOf,
  endingOf,
  type HoursOfDay,
  type Output,
  type recordEndpoints,
  type RecordKind,
  type Service,
  type Trip,
} from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'

const METRES_PER_KM = 1000
/** A logbook is valid for the income year it starts in and four more. */
const EARLIER_YEARS = 4

export const timerColumns = ['id', 'startedAt', 'isForBusiness'] as const

export function timerOf({
  id,
  startedAt,
  isForBusiness,
}: {
  id: string
  startedAt: Date
  isForBusiness: boolean
}): Output<typeof recordEndpoints.startTimer> {
  return { _id: id, startedAt: startedAt.toISOString(), ...markOf(isForBusiness) }
}

export function findTimer(db: Db, ownerId: string) {
  return db.selectFrom('workTimers').select(timerColumns).where('ownerId', '=', ownerId).executeTakeFirst()
}

/** In the order of their days, a job's before a business's. */
export async function listHours(
  db: Db,
  ownerId: string,
  { first, last }: { first: string; last: string },
): Promise<HoursOfDay[]> {
  const rows = await db
    .selectFrom('workHours')
    .select(['day', 'minutes', 'isForBusiness'])
    .where('ownerId', '=', ownerId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .orderBy('isForBusiness')
    .execute()
  return rows.map(({ isForBusiness, ...hours }) => ({ ...hours, ...markOf(isForBusiness) }))
}

/** Only a business's entries are marked. */
export function markOf(isForBusiness: boolean): { isForBusiness?: true } {
  return isForBusiness ? { isForBusiness } : {}
}

export async function listVehicles(db: Db, ownerId: string) {
  const rows = await db
    .selectFrom('vehicles')
    .select(['id', 'name', 'registration', 'engineCapacity', 'isCar'])
    .select((vehicle) => {
      const usedIn = (table: 'trips' | 'logbooks') =>
        vehicle.exists(
          vehicle
            .selectFrom(table)
            .select('vehicleId')
            .whereRef('ownerId', '=', 'vehicles.ownerId')
            .whereRef('vehicleId', '=', 'vehicles.id'),
        )
      return vehicle.or([usedIn('trips'), usedIn('logbooks')]).as('isInUse')
    })
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id, isInUse, ...vehicle }) => ({
    _id: id,
    ...vehicle,
    ...(isInUse ? { isInUse: true } : {}),
  }))
}

export const tripColumns = [
  'trips.id',
  'trips.vehicleId',
  'trips.day',
  'trips.endedOn',
  'trips.metres',
  'trips.odometerStart',
  'trips.odometerEnd',
  'trips.purpose',
  'trips.isForBusiness',
] as const
type TripRow = Omit<Trip, '_id' | 'vehicle' | 'km' | 'isForBusiness'> & {
  id: string
  vehicleId: string
  metres: number
  isForBusiness: boolean
}

/** Newest first. */
export async function listTrips(
  db: Db,
  ownerId: string,
  { first, last }: { first: string; last: string },
): Promise<Trip[]> {
  const rows = await db
    .selectFrom('trips')
    .select(tripColumns)
    .where('ownerId', '=', ownerId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(tripOf)
}

export function tripOf({ id, vehicleId, metres, isForBusiness, ...trip }: TripRow): Trip {
  return { _id: id, vehicle: vehicleId, km: metres / METRES_PER_KM, ...trip, ...markOf(isForBusiness) }
}

export function metresOf(km: number): number {
  return Math.round(km * METRES_PER_KM)
}

/** The logbooks that can be used in an income year, newest first, and the trips of their periods. */
export async function listLogbooks(db: Db, ownerId: string, incomeYear: string) {
  const { first, last } = daysOf(incomeYear)
  const earliest = `${Number(first.slice(0, 4)) - EARLIER_YEARS}${first.slice(4)}`
  const logbooks = await db
    .selectFrom('logbooks')
    .select(['id', 'vehicleId', 'startedOn', 'endedOn', 'odometerStart', 'odometerEnd'])
    .where('ownerId', '=', ownerId)
    .where('startedOn', '>=', earliest)
    .where('startedOn', '<=', last)
    .orderBy('startedOn', 'desc')
    .orderBy('id')
    .execute()
  const trips = await db
    .selectFrom('trips')
    .innerJoin('logbooks', (join) =>
      join
        .onRef('logbooks.ownerId', '=', 'trips.ownerId')
        .onRef('logbooks.vehicleId', '=', 'trips.vehicleId')
        .onRef('logbooks.startedOn', '<=', 'trips.day'),
    )
    .select(tripColumns)
    .distinct()
    .where('trips.ownerId', '=', ownerId)
    .where('logbooks.startedOn', '>=', earliest)
    .where('logbooks.startedOn', '<=', last)
    .where((row) =>
      row.or([row('logbooks.endedOn', 'is', null), row('logbooks.endedOn', '>=', row.ref('trips.day'))]),
    )
    .orderBy('trips.day')
    .orderBy('trips.odometerStart')
    .orderBy('trips.id')
    .execute()
  return {
    logbooks: logbooks.map(({ id, vehicleId, ...logbook }) => ({ _id: id, vehicle: vehicleId, ...logbook })),
    trips: trips.map(tripOf),
  }
}

export async function listVehicleYears(db: Db, ownerId: string, incomeYear: string) {
  const rows = await db
    .selectFrom('vehicleYears')
    .select(['vehicleId', 'odometerStart', 'odometerEnd', 'costsCents', 'savedOn'])
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', endingOf(incomeYear))
    .execute()
  return rows.map(({ vehicleId, ...year }) => ({ vehicle: vehicleId, ...year }))
}

/** Newest first. */
export async function listLaundry(db: Db, ownerId: string, { first, last }: { first: string; last: string }) {
  const rows = await db
    .selectFrom('laundryLoads')
    .select(['id', 'day', 'workLoads', 'mixedLoads'])
    .where('ownerId', '=', ownerId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, ...entry }) => ({ _id: id, ...entry }))
}

/** The diaries of an income year, each with all the days ever entered for its service from its first on. */
export async function listDiaries(db: Db, ownerId: string, incomeYear: string) {
  const diaries = await db
    .selectFrom('usageDiaries')
    .select(['service', 'startedOn', 'costCents'])
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', endingOf(incomeYear))
    .orderBy('service', 'desc')
    .execute()
  const days = await db
    .selectFrom('usageDays')
    .innerJoin('usageDiaries', (join) =>
      join
        .onRef('usageDiaries.ownerId', '=', 'usageDays.ownerId')
        .onRef('usageDiaries.service', '=', 'usageDays.service')
        .onRef('usageDiaries.startedOn', '<=', 'usageDays.day'),
    )
    .select([
      'usageDays.service',
      'usageDays.day',
      'usageDays.workUses as work',
      'usageDays.personalUses as personal',
    ])
    .where('usageDays.ownerId', '=', ownerId)
    .where('usageDiaries.incomeYear', '=', endingOf(incomeYear))
    .execute()
  return diaries.map((diary) => ({
    ...diary,
    service: diary.service as Service,
    days: days
      .filter(({ service }) => service === diary.service)
      .map(({ day, work, personal }) => ({ day, work, personal })),
  }))
}

export async function listChoices(
  db: Db,
  ownerId: string,
  incomeYear: string,
): Promise<Record<string, RecordKind>> {
  const rows = await db
    .selectFrom('methodChoices')
    .select(['choice', 'kind'])
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', endingOf(incomeYear))
    .execute()
  return Object.fromEntries(rows.map(({ choice, kind }) => [choice, kind as RecordKind]))
}
