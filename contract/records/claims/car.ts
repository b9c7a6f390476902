import { formatDay } from '../../core/dates.ts'
import { daysOf, formatIncomeYear, incomeYearOf } from '../../core/income-years.ts'
import { logbookFor, percentOf } from '../logbook.ts'
import { joinNotes, noteOn, type RecordRules } from '../rules.ts'
import { type LogbookResult, odometerKm, type Trip, type Vehicle, type VehicleYear } from '../schemas.ts'
import { recordTexts } from '../texts.ts'
import { type OpenClaim, vehicleChoice, type YearOfRecords } from '../year.ts'
import { asBusiness, entriesForBusiness } from './job-and-business.ts'

/**
 * By cents per km, up to the most kilometres that count for a car. They're those travelled in producing any assessable income
 * (s 28-25(2) and (3)), so a job and a business share them: in proportion, because the law doesn't say how.
 */
export function tripClaims(
  vehicle: Vehicle,
  year: YearOfRecords,
  rules: RecordRules | undefined,
): OpenClaim[] {
  const trips = year.trips.filter((trip) => trip.vehicle === vehicle._id)
  const all = tenthsOf(trips)
  const business = tenthsOf(entriesForBusiness(year, trips))
  const job = all - business
  const max = rules?.carMaxKm
  const counted = max ? Math.min(all, max.value * 10) : all
  const countedJob = all > 0 ? Math.round((counted * job) / all) : 0
  const countedBusiness = counted - countedJob
  const isLimited = counted < all
  const isShared = job > 0 && business > 0
  const limit =
    max && isLimited
      ? limitNote(max.value, isShared ? { countedJob, countedBusiness } : undefined)
      : undefined
  const centsOf = (tenths: number) => Math.round((tenths * (rules?.carCentsPerKm?.value ?? 0)) / 10)
  const jobCents = centsOf(countedJob)
  // If half a cent is rounded up in both, they're a cent more than the limit.
  const businessCents = isLimited ? centsOf(counted) - jobCents : centsOf(countedBusiness)
  const claimOf = (tenths: number, cents: number) =>
    tripClaim(vehicle, { tenths, cents, limit }, year.incomeYear, rules)
  return [
    ...(job > 0 ? [claimOf(job, jobCents)] : []),
    ...(business > 0 ? [asBusiness(claimOf(business, businessCents))] : []),
  ]
}

function tenthsOf(trips: readonly Trip[]): number {
  return trips.reduce((sum, { km }) => sum + Math.round(km * 10), 0)
}

type Kilometres = {
  /** All of them, in tenths. */
  tenths: number
  /** What those that count come to at the year's rate, if that's known. */
  cents: number
  limit: string | undefined
}

function tripClaim(
  vehicle: Vehicle,
  { tenths, cents, limit }: Kilometres,
  incomeYear: string,
  rules: RecordRules | undefined,
): OpenClaim {
  const rate = rules?.carCentsPerKm
  const max = rules?.carMaxKm
  const claim = {
    _id: `carTrips:${vehicle._id}`,
    kind: 'carTrips' as const,
    subject: vehicle.name,
    quantity: tenths / 10,
    unit: 'km',
  }
  if (!vehicle.isCar) {
    const note = recordTexts.otherVehicle
    return { ...claim, label: 'D2', method: 'Trips', claimableCents: null, note, choice: null }
  }
  return {
    ...claim,
    label: 'D1',
    method: rate ? `Cents per km, ${rate.value}c` : 'Cents per km',
    claimableCents: rate && max ? cents : null,
    note: joinNotes(limit, noteOn(rate, incomeYear) ?? noteOn(max, incomeYear)),
    choice: vehicleChoice(vehicle._id),
  }
}

/** @param shared the tenths that count of a job and of a business that share the limit. */
function limitNote(
  maxKm: number,
  shared: { countedJob: number; countedBusiness: number } | undefined,
): string {
  return shared === undefined
    ? `Only ${formatKm(maxKm)} per car count.`
    : `Only ${formatKm(maxKm)} per car count, for your job and your business together. We divide them in proportion: ${formatKm(shared.countedJob / 10)} for your job and ${formatKm(shared.countedBusiness / 10)} for your business.`
}

/**
 * The work share of a car's costs, by logbook; provisional while the year is running. A business use percentage is of all
 * assessable income (s 28-90(4)), so a job and a business divide it as the logbook's trips do.
 */
export function logbookClaims(vehicle: Vehicle, year: YearOfRecords): OpenClaim[] {
  const { vehicles, choices, incomeYear, isRunning } = year
  const logbook = logbookOf(vehicle, year)
  if (!logbook) return []
  const vehicleYear = yearOf(vehicle, year)
  const problem = logbookProblem(logbook, vehicleYear, year)
  const costs = vehicleYear?.costsCents ?? 0
  const isUsed = !hasNoCosts(vehicleYear)
  const isProvisional = isRunning && isUsed && problem === null
  const others = vehicles
    .filter(({ _id }) => choices[vehicleChoice(_id)] !== 'carTrips')
    .filter((other) => isUsed && !hasNoCosts(yearOf(other, year)))
    .flatMap((other) => logbookOf(other, year) ?? [])
  const claimOf = (percent: number | null, use: 'work' | 'business'): OpenClaim => ({
    _id: `carLogbook:${vehicle._id}`,
    kind: 'carLogbook',
    label: 'D1',
    subject: vehicle.name,
    method: `Logbook${percent === null ? '' : `, ${percent}% ${use} use`}${isProvisional ? ', provisional' : ''}`,
    quantity: percent ?? 0,
    unit: '%',
    claimableCents: problem === null ? Math.round((costs * Math.round((percent ?? 0) * 10)) / 1000) : null,
    note:
      problem ??
      (others.some((other) => !coversSameDays(logbook, other)) ? OTHER_WEEKS : null) ??
      joinNotes(includedNote(logbook, year), isProvisional ? provisionalNote(incomeYear) : undefined),
    choice: vehicleChoice(vehicle._id),
  })
  const { job, business } = sharesOf(logbook, year)
  return [
    ...(job === undefined ? [] : [claimOf(job, 'work')]),
    ...(business === undefined ? [] : [asBusiness(claimOf(business, 'business'))]),
  ]
}

/** What the percentage includes that was divided in an earlier year with a job and a business, and isn't in this one. */
function includedNote(
  { startedOn, workKm, businessKm }: LogbookResult,
  { incomeYear, isBusiness, hasJobAndBusiness = false }: YearOfRecords,
): string | undefined {
  // If it's of this year, its trips were divided before the answer for the year was corrected.
  if (hasJobAndBusiness || incomeYearOf(startedOn) === incomeYear) return undefined
  const km = isBusiness ? workKm - businessKm : businessKm
  return businessKm > 0 && km > 0
    ? `This logbook’s percentage includes ${formatKm(km)} for a ${isBusiness ? 'job' : 'business'}. If your use of the car has changed, keep a new logbook.`
    : undefined
}

type Shares = { job?: number | null; business?: number | null }

/** The percentages of a job and of a business, which add up to the logbook's; undefined for one without trips. */
function sharesOf(
  { totalKm, workKm, businessKm, workPercent }: LogbookResult,
  { hasJobAndBusiness = false }: YearOfRecords,
): Shares {
  if (!hasJobAndBusiness || businessKm === 0) return { job: workPercent }
  if (businessKm === workKm) return { business: workPercent }
  if (workPercent === null) return { job: null, business: null }
  const business = percentOf(businessKm, totalKm!)!
  return { job: Math.round((workPercent - business) * 10) / 10, business }
}

function logbookOf(
  { _id, isCar }: Vehicle,
  { logbooks, incomeYear }: YearOfRecords,
): LogbookResult | undefined {
  return isCar ? logbookFor(logbooks, _id, incomeYear) : undefined
}

function yearOf({ _id }: Vehicle, { vehicleYears }: YearOfRecords): VehicleYear | undefined {
  return vehicleYears.find((year) => year.vehicle === _id)
}

/** Whether a car is known to have cost nothing, such as after it was sold. Its logbook then claims nothing. */
function hasNoCosts(vehicleYear: VehicleYear | undefined): boolean {
  return vehicleYear?.costsCents === 0
}

/** s 28-115: with several cars, their logbooks are kept at the same time. */
const OTHER_WEEKS = 'The logbooks of your cars must cover the same weeks. These don’t.'

function coversSameDays(one: LogbookResult, other: LogbookResult): boolean {
  return one.startedOn === other.startedOn && one.endedOn === other.endedOn
}

function provisionalNote(incomeYear: string): string {
  return `Provisional: based on the costs entered so far. After ${formatDay(daysOf(incomeYear).last)}, enter the odometer reading and the costs of the whole year.`
}

/** Why a logbook gives no figure for a year yet. */
function logbookProblem(
  logbook: LogbookResult,
  vehicleYear: VehicleYear | undefined,
  { incomeYear, isRunning }: Pick<YearOfRecords, 'incomeYear' | 'isRunning'>,
): string | null {
  const [problem] = logbook.problems
  if (problem) return problem
  if (vehicleYear && (odometerKm(vehicleYear) ?? 0) < 0)
    return `The odometer shows less at the end of ${formatIncomeYear(incomeYear)} than at the start. Check the readings.`
  const contradiction = vehicleYear && contradictionOf(logbook, vehicleYear, incomeYear)
  if (contradiction) return contradiction
  if (hasNoCosts(vehicleYear)) return null
  if (isRunning) return vehicleYear?.costsCents == null ? 'Enter what the car has cost you so far.' : null
  if (vehicleYear === undefined || vehicleYear.odometerStart === null || vehicleYear.odometerEnd === null)
    return `Enter what the odometer showed at the start and the end of ${formatIncomeYear(incomeYear)}.`
  if (vehicleYear.costsCents === null) return 'Enter what the car cost you this year.'
  // Packs made before we stored the day don't have it.
  const isOfWholeYear = vehicleYear.savedOn == null || vehicleYear.savedOn >= daysOf(incomeYear).last
  if (!isOfWholeYear)
    return `You saved the odometer and the costs before ${formatIncomeYear(incomeYear)} ended. Check that they’re of the whole year, then save them again.`
  return null
}

/** A reading of a logbook that isn't between those of the year it was taken in. In other years the odometer may be another one. */
function contradictionOf(
  { startedOn, endedOn, odometerStart, odometerEnd }: LogbookResult,
  { odometerStart: first, odometerEnd: last }: VehicleYear,
  incomeYear: string,
): string | undefined {
  const readings = [
    { day: startedOn, km: odometerStart },
    { day: endedOn, km: odometerEnd },
  ]
  for (const { day, km } of readings) {
    if (day === null || km === null || incomeYearOf(day) !== incomeYear) continue
    const isBelow = first !== null && km < first
    if (!isBelow && (last === null || km <= last)) continue
    const [which, reading] = isBelow ? ['first', first] : ['last', last!]
    return `Your logbook says ${formatKm(km)} on ${formatDay(day)}, but your ${which} reading for ${formatIncomeYear(incomeYear)} is ${formatKm(reading)}. One of them must be wrong.`
  }
  return undefined
}

function formatKm(km: number): string {
  return `${km.toLocaleString('en-AU')} km`
}
