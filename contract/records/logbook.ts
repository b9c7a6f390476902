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

/** Works out a logbook from the trips of its period; other trips are ignored. */
export function resultOf(logbook: Logbook, trips: readonly Trip[]): LogbookResult {
  const { vehicle, startedOn, endedOn } = logbook
  const ofPeriod = trips.filter(
    (trip) => trip.vehicle === vehicle && trip.day >= startedOn && (endedOn === null || trip.day <= endedOn),
  )
  const complete = ofPeriod.filter((trip) => odometerKm(trip) !== undefined)
  const workKm = complete.reduce((sum, { km }) => sum + km, 0)
  const totalKm = odometerKm(logbook) ?? null
  const days = endedOn === null ? 0 : daysBetween(startedOn, endedOn) + 1
  const problems = [...problemsOf({ logbook, days, totalKm }), ...problemsOfTrips(logbook, complete)]
  return {
    ...logbook,
    days,
    totalKm,
    workKm,
    workPercent: totalKm === null || workKm > totalKm ? null : percentOf(workKm, totalKm),
    problems,
    incompleteTrips: ofPeriod.length - complete.length,
    lastYear: yearsOfLogbook(logbook).at(-1)!,
  }
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

/** Kilometres that trips share, or that aren't the logbook's, would count for work without having been driven. */
function problemsOfTrips(
  { odometerStart: first, odometerEnd: last }: Logbook,
  trips: readonly Trip[],
): string[] {
  const inOrder = trips
    .map(({ day, odometerStart, odometerEnd }) => ({ day, start: odometerStart!, end: odometerEnd! }))
    .toSorted((one, other) => one.start - other.start)
  const outside = inOrder.find(({ start, end }) => start < first || (last !== null && end > last))
  const overlapping = inOrder.flatMap((trip, index) => {
    const before = inOrder.slice(0, index).find(({ end }) => end > trip.start)
    return before ? [[before.day, trip.day].toSorted()] : []
  })
  const [pair] = overlapping
  return [
    ...(outside
      ? [
          `The trip on ${formatDayOfYear(outside.day)} isn’t between the logbook’s odometer readings. Check them.`,
        ]
      : []),
    ...(pair
      ? [
          pair[0] === pair[1]
            ? `Two trips on ${formatDayOfYear(pair[0]!)} share kilometres on the odometer. Check their readings.`
            : `The trips on ${pair.map(formatDayOfYear).join(' and ')} share kilometres on the odometer. Check their readings.`,
        ]
      : []),
  ]
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
