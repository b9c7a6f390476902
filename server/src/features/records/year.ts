import {
  claimsOf,
  daysOf,
  diaryResult,
  type Output,
  type RecordClaim,
  type recordEndpoints,
  type RecordRules,
  resultOf,
  type YearOfRecords,
} from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import * as store from './store.ts'

/** Everything an owner recorded about an income year. */
export async function readRecords(db: Db, ownerId: string, incomeYear: string): Promise<YearOfRecords> {
  const days = daysOf(incomeYear)
  const [hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries, choices] = await Promise.all([
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
    hours,
    vehicles,
    trips,
    logbooks: logbooks.logbooks.map((logbook) => resultOf(logbook, logbooks.trips)),
    vehicleYears,
    laundry,
    diaries: diaries.map((diary) => ({ ...diary, ...diaryResult(diary.startedOn, diary.days) })),
    choices,
  }
}

/**
 * What the records of an income year add up to.
 * @param rules undefined for a year whose rules aren't known.
 */
export async function listClaims(
  db: Db,
  ownerId: string,
  incomeYear: string,
  rules: RecordRules | undefined,
): Promise<RecordClaim[]> {
  return claimsOf(await readRecords(db, ownerId, incomeYear), rules)
}

/** What the screens of an income year show. */
export async function showYear(
  db: Db,
  ownerId: string,
  incomeYear: string,
  rules: RecordRules | undefined,
): Promise<Output<typeof recordEndpoints.ofYear>> {
  const [year, timer] = await Promise.all([
    readRecords(db, ownerId, incomeYear),
    store.findTimer(db, ownerId),
  ])
  const { hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries } = year
  return {
    incomeYear,
    hours: [...hours],
    timer: timer ? { _id: timer.id, startedAt: timer.startedAt.toISOString() } : null,
    vehicles: [...vehicles],
    trips: [...trips],
    logbooks: [...logbooks],
    vehicleYears: [...vehicleYears],
    laundry: [...laundry],
    diaries: [...diaries],
    claims: claimsOf(year, rules),
  }
}
