import {
  type Diary,
  formatCents,
  type HoursOfDay,
  isOtherVehicleClaim,
  type LaundryEntry,
  type LogbookResult,
  openChoices,
  type RecordClaim,
  type Trip,
  type Vehicle,
  type VehicleYear,
  type YearOfRecords,
} from '@docketbox/contract'
import { tripsOfUsedLogbooks, vehiclesIn } from '#features/records'
import {
  type AnySheet,
  anySheet,
  dayColumn,
  hoursColumn,
  moneyColumn,
  numberColumn,
  type SheetColumn,
  textColumn,
} from '#platform/export/sheet.ts'
import { shortLabel } from './row.ts'

function claimColumns(claims: readonly RecordClaim[]): readonly SheetColumn<RecordClaim>[] {
  return [
    textColumn('Record', 24, ({ subject }) => subject),
    textColumn('Label', 9, ({ label }) => shortLabel(label)),
    textColumn('Method', 32, ({ method }) => method),
    numberColumn('Quantity', 12, ({ quantity }) => quantity),
    textColumn('Unit', 12, ({ unit }) => unit),
    moneyColumn('Claimable (AUD)', 15, ({ claimableCents }) => claimableCents),
    textColumn('Counts', 34, (claim) => {
      if (isOtherVehicleClaim(claim)) return 'evidence for receipts'
      return claim.isChosen ? 'yes' : `no: ${whyNotCounted(claim, claims)}`
    }),
    textColumn('Note', 44, ({ note }) => note),
  ]
}

/** Why a record that isn't chosen doesn't count. */
export function whyNotCounted({ choice }: RecordClaim, claims: readonly RecordClaim[]): string {
  return choice !== null && openChoices(claims).includes(choice)
    ? 'no method has been chosen yet'
    : 'another method was chosen'
}

/** The figure of a record, or why there's none. */
export function figureOf(claim: RecordClaim): string {
  if (claim.claimableCents !== null) return formatCents(claim.claimableCents)
  return isOtherVehicleClaim(claim) ? 'from receipts' : 'not known'
}

type InYear = Pick<YearOfRecords, 'hasJobAndBusiness'>

/** What entries are for, where their owner has a job and a business. */
function purposeColumns({ hasJobAndBusiness = false }: InYear): SheetColumn<Trip | HoursOfDay>[] {
  return hasJobAndBusiness
    ? [textColumn('For', 10, ({ isForBusiness }) => (isForBusiness ? 'business' : 'job'))]
    : []
}

function hoursColumns(year: InYear): readonly SheetColumn<HoursOfDay>[] {
  return [
    dayColumn('Date', 13, ({ day }) => day),
    ...purposeColumns(year),
    // Not rounded, so that the total is what the fixed rate was applied to.
    hoursColumn('Hours from home', 16, ({ minutes }) => minutes / 60, { hasTotal: true }),
  ]
}

const laundryColumns: readonly SheetColumn<LaundryEntry>[] = [
  dayColumn('Date', 13, ({ day }) => day),
  numberColumn('Loads of work clothes only', 24, ({ workLoads }) => workLoads, { hasTotal: true }),
  numberColumn('Mixed loads', 14, ({ mixedLoads }) => mixedLoads, { hasTotal: true }),
]

const diaryColumns: readonly SheetColumn<Diary>[] = [
  textColumn('Service', 12, ({ service }) => service),
  dayColumn('From', 13, ({ startedOn }) => startedOn),
  numberColumn('Days entered', 13, ({ days }) => days.length),
  numberColumn('Work %', 9, ({ workPercent }) => workPercent),
  moneyColumn('Bills (AUD)', 15, ({ costCents }) => costCents),
]

type DiaryLine = Pick<Diary, 'service'> & Diary['days'][number]
const diaryLineColumns: readonly SheetColumn<DiaryLine>[] = [
  dayColumn('Date', 13, ({ day }) => day),
  textColumn('Service', 12, ({ service }) => service),
  numberColumn('For work', 12, ({ work }) => work, { hasTotal: true }),
  numberColumn('Personal', 12, ({ personal }) => personal, { hasTotal: true }),
]

function tripColumns(nameOf: (vehicleId: string) => string, year: InYear): readonly SheetColumn<Trip>[] {
  return [
    dayColumn('Date', 13, ({ day }) => day),
    dayColumn('Ended', 13, ({ endedOn }) => endedOn),
    textColumn('Vehicle', 20, ({ vehicle }) => nameOf(vehicle)),
    textColumn('Purpose', 40, ({ purpose }) => purpose),
    ...purposeColumns(year),
    numberColumn('Odometer start', 15, ({ odometerStart }) => odometerStart),
    numberColumn('Odometer end', 15, ({ odometerEnd }) => odometerEnd),
    numberColumn('Kilometres', 12, ({ km }) => km, { hasTotal: true }),
  ]
}

function logbookColumns(
  nameOf: (vehicleId: string) => string,
  { hasJobAndBusiness = false }: InYear,
): readonly SheetColumn<LogbookResult>[] {
  const businessKm = numberColumn<LogbookResult>('For business (km)', 17, ({ businessKm }) => businessKm)
  return [
    dayColumn('From', 13, ({ startedOn }) => startedOn),
    dayColumn('To', 13, ({ endedOn }) => endedOn),
    textColumn('Vehicle', 20, ({ vehicle }) => nameOf(vehicle)),
    numberColumn('Odometer start', 15, ({ odometerStart }) => odometerStart),
    numberColumn('Odometer end', 15, ({ odometerEnd }) => odometerEnd),
    numberColumn('Total km', 12, ({ totalKm }) => totalKm),
    numberColumn('Work km', 12, ({ workKm }) => workKm),
    ...(hasJobAndBusiness ? [businessKm] : []),
    numberColumn('Work %', 9, ({ workPercent }) => workPercent),
    textColumn('Needs attention', 40, ({ problems }) => problems.join('; ')),
  ]
}

type VehicleInYear = Vehicle & Partial<VehicleYear>
const vehicleColumns: readonly SheetColumn<VehicleInYear>[] = [
  textColumn('Vehicle', 20, ({ name }) => name),
  textColumn('Registration', 14, ({ registration }) => registration),
  textColumn('Engine capacity', 16, ({ engineCapacity }) => engineCapacity),
  textColumn('Is a car', 9, ({ isCar }) => (isCar ? 'yes' : 'no')),
  numberColumn('Odometer, start of year', 22, ({ odometerStart }) => odometerStart ?? null),
  numberColumn('Odometer, end of year', 22, ({ odometerEnd }) => odometerEnd ?? null),
  moneyColumn('All costs (AUD)', 15, ({ costsCents }) => costsCents ?? null),
]

/** The sheets of records that aren't receipts, oldest first; kinds without records have none. */
export function recordSheets(records: YearOfRecords, claims: readonly RecordClaim[]): AnySheet[] {
  const { hours, vehicles, trips, logbooks, vehicleYears, laundry, diaries } = records
  const nameOf = (id: string) => vehicles.find((vehicle) => vehicle._id === id)?.name ?? ''
  const lines = diaries.flatMap(({ service, days }) => days.map((day) => ({ service, ...day })))
  const finished = logbooks.filter(({ endedOn }) => endedOn !== null)
  const used = vehiclesIn({ vehicles, trips, logbooks, vehicleYears }).map((vehicle) => ({
    ...vehicleYears.find((year) => year.vehicle === vehicle._id),
    ...vehicle,
  }))
  return [
    ...sheetOf('Records', claimColumns(claims), claims),
    ...sheetOf('Hours', hoursColumns(records), hours),
    ...sheetOf('Trips', tripColumns(nameOf, records), trips.toReversed()),
    ...sheetOf('Logbook', logbookColumns(nameOf, records), finished.toReversed()),
    ...sheetOf('Logbook trips', tripColumns(nameOf, records), tripsOfUsedLogbooks(records, claims)),
    ...sheetOf('Vehicles', vehicleColumns, used),
    ...sheetOf('Laundry', laundryColumns, laundry.toReversed()),
    ...sheetOf('Phone and internet', diaryColumns, diaries),
    ...sheetOf('Diary days', diaryLineColumns, lines),
  ]
}

function sheetOf<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): AnySheet[] {
  return rows.length === 0 ? [] : [anySheet({ name, columns, rows: [rows] })]
}
