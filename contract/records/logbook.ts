import { incomeYearEnding, incomeYearLabel } from '../core/income-years.ts'
import { daysBetween, formatDayOfYear } from '../core/dates.ts'
import { type Logbook, type LogbookResult, odometerKm, type Trip } from './schemas.ts'

/** ITAA97 s 28-110 and s 28-115: twelve weeks in a row, valid for the year it's kept in and four more. */
export const LOGBOOK_DAYS = 12 * 7
const VALID_YEARS = 5

/** @returns the share of work as a percentage with one decimal, rounded half up; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : null
}

/** Whether a trip was made with a logbook's vehicle in its period. */
export function isTripOf(
  { vehicle, startedOn, endedOn }: Pick<Logbook, 'vehicle' | 'startedOn' | 'endedOn'>,
  trip: Pick<Trip, 'vehicle' | 'day'>,
): boolean {
  return trip.vehicle === vehicle && trip.day >= startedOn && (endedOn === null || trip.day <= endedOn)
}

/** Works out a logbook from the trips of its period; other trips are ignored. */
export function resultOf(logbook: Logbook, trips: readonly Trip[]): LogbookResult {
  const { startedOn, endedOn } = logbook
  const ofPeriod = trips.filter((trip) => isTripOf(logbook, trip))
  const complete = ofPeriod.filter((trip) => odometerKm(trip) !== undefined)
  const workKm = sumKm(complete)
  const totalKm = odometerKm(logbook) ?? null
  const days = endedOn === null ? 0 : daysBetween(startedOn, endedOn) + 1
  const problems = [...problemsOf({ logbook, days, totalKm }), ...problemsOfTrips(logbook, complete)]
  return {
    ...logbook,
    days,
    totalKm,
    workKm,
    businessKm: sumKm(complete.filter(({ isForBusiness }) => isForBusiness)),
    workPercent: totalKm === null || workKm > totalKm ? null : percentOf(workKm, totalKm),
    problems,
    incompleteTrips: ofPeriod.length - complete.length,
    lastYear: yearsOfLogbook(logbook).at(-1)!,
  }
}

function sumKm(trips: readonly Trip[]): number {
  return trips.reduce((sum, { km }) => sum + km, 0)
}

type Totals = { logbook: Logbook; days: number; totalKm: number | null }

function problemsOf({ logbook: { endedOn }, days, totalKm }: Totals): string[] {
  if (endedOn === null) return ['Enter when the logbook ended and what the odometer showed.']
  return [
    ...(days < LOGBOOK_DAYS
      ? [`A logbook must cover at least 12 weeks in a row. This one covers ${formatWeeks(days)}.`]
      : []),
    ...(totalKm === null ? ['Enter what the odometer showed at the end of the logbook.'] : []),
    ...(totalKm === 0 ? ['The odometer reading is the same at the start and the end of the logbook.'] : []),
  ]
}

/** Trips that overlap, or that lie outside the logbook's readings, would count kilometres for work that weren't driven. */
function problemsOfTrips(
  { odometerStart: first, odometerEnd: last }: Logbook,
  trips: readonly Trip[],
): string[] {
  const inOrder = trips
    .map(({ day, odometerStart, odometerEnd }) => ({ day, start: odometerStart!, end: odometerEnd! }))
    .toSorted((one, other) => one.start - other.start)
  const outside = inOrder.find(({ start, end }) => start < first || (last !== null && end > last))
  const overlap = findOverlap(inOrder)
  return [
    ...(outside
      ? [
          `The trip on ${formatDayOfYear(outside.day)} isn’t between the logbook’s odometer readings. Check them.`,
        ]
      : []),
    ...(overlap ? [`${nameTrips(overlap)} share kilometres on the odometer. Check their readings.`] : []),
  ]
}

type Reading = { day: string; start: number; end: number }

/** @returns the days of the first two trips that share kilometres. */
function findOverlap(inOrder: readonly Reading[]): [day: string, other: string] | undefined {
  let previous: Reading | undefined
  for (const trip of inOrder) {
    if (previous && trip.start < previous.end) return [previous.day, trip.day]
    previous = trip
  }
  return undefined
}

function nameTrips(days: [string, string]): string {
  const [one, other] = days.toSorted().map(formatDayOfYear) as [string, string]
  return one === other ? `Two trips on ${one}` : `The trips on ${one} and ${other}`
}

function formatWeeks(days: number): string {
  const weeks = Math.floor(days / 7)
  const rest = days % 7
  const parts = [
    ...(weeks > 0 ? [weeks === 1 ? '1 week' : `${weeks} weeks`] : []),
    ...(rest > 0 ? [rest === 1 ? '1 day' : `${rest} days`] : []),
  ]
  return parts.join(' and ')
}

/** The income years that a logbook can be used in: the one it starts in and the four that follow. */
export function yearsOfLogbook({ startedOn }: Pick<Logbook, 'startedOn'>): string[] {
  const first = incomeYearEnding(startedOn)
  return Array.from({ length: VALID_YEARS }, (_, later) => incomeYearLabel(first + later))
}

export function isValidIn(logbook: Pick<Logbook, 'startedOn'>, incomeYear: string): boolean {
  return yearsOfLogbook(logbook).includes(incomeYear)
}

/** The logbook of a vehicle for an income year: the latest one that has no problems, otherwise the latest. */
export function logbookFor(
  results: readonly LogbookResult[],
  vehicleId: string,
  incomeYear: string,
): LogbookResult | undefined {
  const valid = results
    .filter((result) => result.vehicle === vehicleId && isValidIn(result, incomeYear))
    .toSorted((one, other) => other.startedOn.localeCompare(one.startedOn))
  return valid.find(({ problems }) => problems.length === 0) ?? valid[0]
}
