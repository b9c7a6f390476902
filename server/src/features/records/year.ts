import {
  claimsOf,
  daysOf,
  diaryResult,
  endingOf,
  includesCarCosts,
  isTripOf,
  logbookFor,
  type Output,
  type RecordClaim,
  type recordEndpoints,
  type RecordRules,
  resultOf,
  type Trip,
  vehicleChoice,
  type YearOfRecords,
} from '@docketbox/contract'
import { taxProfileOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'
import * as store from './store.ts'

/**
 * Everything an owner recorded about an income year.
 * @param today as in `2026-11-22`.
 */
export async function readRecords(
  db: Db,
  ownerId: string,
  incomeYear: string,
  today: string,
): Promise<YearOfRecords> {
  const days = daysOf(incomeYear)
  const [{ work }, hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries, choices] =
    await Promise.all([
      taxProfileOf(db, ownerId, endingOf(incomeYear)),
      store.listHours(db, ownerId, days),
      store.listVehicles(db, ownerId),
      store.listTrips(db, ownerId, days),
      store.listLogbooks(db, ownerId, incomeYear),
      store.listVehicleYears(db, ownerId, incomeYear),
      store.listLaundry(db, ownerId, days),
      store.listDiaries(db, ownerId, incomeYear),
      store.listChoices(db, ownerId, incomeYear),
    ])
  return {
    incomeYear,
    isRunning: today <= days.last,
    isBusiness: work === 'soleTrader',
    hasJobAndBusiness: work === 'both',
    hours,
    vehicles,
    trips,
    logbooks: logbooks.logbooks.map((logbook) => resultOf(logbook, logbooks.trips)),
    logbookTrips: logbooks.trips,
    vehicleYears,
    laundry,
    diaries: diaries.map((diary) => ({ ...diary, ...diaryResult(diary.startedOn, diary.days) })),
    choices,
  }
}

/** The vehicles that something recorded about the year is about. */
export function vehiclesIn<Vehicle extends { _id: string }>({
  vehicles,
  trips,
  logbooks,
  vehicleYears,
}: Pick<YearOfRecords, 'trips' | 'logbooks' | 'vehicleYears'> & { vehicles: readonly Vehicle[] }): Vehicle[] {
  const used = new Set([...trips, ...logbooks, ...vehicleYears].map(({ vehicle }) => vehicle))
  return vehicles.filter(({ _id }) => used.has(_id))
}

/**
 * The trips that the percentages of the logbooks that count rest on, even those of years that guests can't see (s 28-125);
 * none if all of them are the year's own.
 */
export function tripsOfUsedLogbooks(
  { vehicles, logbooks, trips, logbookTrips = [], incomeYear }: YearOfRecords,
  claims: readonly RecordClaim[],
): Trip[] {
  const counting = claims.filter(
    (claim) => claim.kind === 'carLogbook' && claim.isChosen && includesCarCosts(claim),
  )
  const used = vehicles
    .filter(({ _id }) => counting.some(({ choice }) => choice === vehicleChoice(_id)))
    .flatMap(({ _id }) => logbookFor(logbooks, _id, incomeYear) ?? [])
    .filter(({ problems }) => problems.length === 0)
  const behind = logbookTrips.filter((trip) => used.some((logbook) => isTripOf(logbook, trip)))
  const own = new Set(trips.map(({ _id }) => _id))
  return behind.every(({ _id }) => own.has(_id)) ? [] : behind
}

type YearToRead = {
  incomeYear: string
  /** Undefined for a year whose rules aren't known. */
  rules: RecordRules | undefined
  /** As in `2026-11-22`. */
  today: string
}

export async function listClaims(
  db: Db,
  ownerId: string,
  { incomeYear, rules, today }: YearToRead,
): Promise<RecordClaim[]> {
  return claimsOf(await readRecords(db, ownerId, incomeYear, today), rules)
}

export async function showYear(
  db: Db,
  ownerId: string,
  { incomeYear, rules, today }: YearToRead,
): Promise<Output<typeof recordEndpoints.ofYear>> {
  const [year, timer] = await Promise.all([
    readRecords(db, ownerId, incomeYear, today),
    store.findTimer(db, ownerId),
  ])
  const { hasJobAndBusiness = false, hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries } = year
  const claims = claimsOf(year, rules)
  return {
    incomeYear,
    hasJobAndBusiness,
    hours: [...hours],
    timer: timer ? store.timerOf(timer) : null,
    vehicles: [...vehicles],
    trips: [...trips],
    logbooks: [...logbooks],
    vehicleYears: [...vehicleYears],
    laundry: [...laundry],
    diaries: [...diaries],
    logbookTrips: tripsOfUsedLogbooks(year, claims),
    claims,
  }
}
