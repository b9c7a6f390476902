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
import { type AnySheet, anySheet, type SheetColumn } from '#platform/export/sheet.ts'
import { shortLabel } from './row.ts'

function claimColumns(claims: readonly RecordClaim[]): readonly SheetColumn<RecordClaim>[] {
  return [
    { heading: 'Record', kind: 'text', width: 24, value: ({ subject }) => subject },
    { heading: 'Label', kind: 'text', width: 9, value: ({ label }) => shortLabel(label) },
    { heading: 'Method', kind: 'text', width: 32, value: ({ method }) => method },
    { heading: 'Quantity', kind: 'number', width: 12, value: ({ quantity }) => quantity },
    { heading: 'Unit', kind: 'text', width: 12, value: ({ unit }) => unit },
    { heading: 'Claimable (AUD)', kind: 'money', width: 15, value: ({ claimableCents }) => claimableCents },
    {
      heading: 'Counts',
      kind: 'text',
      width: 34,
      value: (claim) => {
        if (isOtherVehicleClaim(claim)) return 'evidence for receipts'
        return claim.isChosen ? 'yes' : `no: ${whyNotCounted(claim, claims)}`
      },
    },
    { heading: 'Note', kind: 'text', width: 44, value: ({ note }) => note },
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
    ? [
        {
          heading: 'For',
          kind: 'text',
          width: 10,
          value: ({ isForBusiness }) => (isForBusiness ? 'business' : 'job'),
        },
      ]
    : []
}

function hoursColumns(year: InYear): readonly SheetColumn<HoursOfDay>[] {
  return [
    { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
    ...purposeColumns(year),
    {
      heading: 'Hours from home',
      kind: 'hours',
      width: 16,
      // Not rounded, so that the total is what the fixed rate was applied to.
      value: ({ minutes }) => minutes / 60,
      hasTotal: true,
    },
  ]
}

const laundryColumns: readonly SheetColumn<LaundryEntry>[] = [
  { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
  {
    heading: 'Loads of work clothes only',
    kind: 'number',
    width: 24,
    value: ({ workLoads }) => workLoads,
    hasTotal: true,
  },
  {
    heading: 'Mixed loads',
    kind: 'number',
    width: 14,
    value: ({ mixedLoads }) => mixedLoads,
    hasTotal: true,
  },
]

const diaryColumns: readonly SheetColumn<Diary>[] = [
  { heading: 'Service', kind: 'text', width: 12, value: ({ service }) => service },
  { heading: 'From', kind: 'day', width: 13, value: ({ startedOn }) => startedOn },
  { heading: 'Days entered', kind: 'number', width: 13, value: ({ days }) => days.length },
  { heading: 'Work %', kind: 'number', width: 9, value: ({ workPercent }) => workPercent },
  { heading: 'Bills (AUD)', kind: 'money', width: 15, value: ({ costCents }) => costCents },
]

type DiaryLine = Pick<Diary, 'service'> & Diary['days'][number]
const diaryLineColumns: readonly SheetColumn<DiaryLine>[] = [
  { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
  { heading: 'Service', kind: 'text', width: 12, value: ({ service }) => service },
  { heading: 'For work', kind: 'number', width: 12, value: ({ work }) => work, hasTotal: true },
  { heading: 'Personal', kind: 'number', width: 12, value: ({ personal }) => personal, hasTotal: true },
]

function tripColumns(nameOf: (vehicleId: string) => string, year: InYear): readonly SheetColumn<Trip>[] {
  return [
    { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
    { heading: 'Ended', kind: 'day', width: 13, value: ({ endedOn }) => endedOn },
    { heading: 'Vehicle', kind: 'text', width: 20, value: ({ vehicle }) => nameOf(vehicle) },
    { heading: 'Purpose', kind: 'text', width: 40, value: ({ purpose }) => purpose },
    ...purposeColumns(year),
    { heading: 'Odometer start', kind: 'number', width: 15, value: ({ odometerStart }) => odometerStart },
    { heading: 'Odometer end', kind: 'number', width: 15, value: ({ odometerEnd }) => odometerEnd },
    { heading: 'Kilometres', kind: 'number', width: 12, value: ({ km }) => km, hasTotal: true },
  ]
}

function logbookColumns(
  nameOf: (vehicleId: string) => string,
  { hasJobAndBusiness = false }: InYear,
): readonly SheetColumn<LogbookResult>[] {
  const businessKm: SheetColumn<LogbookResult> = {
    heading: 'For business (km)',
    kind: 'number',
    width: 17,
    value: ({ businessKm }) => businessKm,
  }
  return [
    { heading: 'From', kind: 'day', width: 13, value: ({ startedOn }) => startedOn },
    { heading: 'To', kind: 'day', width: 13, value: ({ endedOn }) => endedOn },
    { heading: 'Vehicle', kind: 'text', width: 20, value: ({ vehicle }) => nameOf(vehicle) },
    { heading: 'Odometer start', kind: 'number', width: 15, value: ({ odometerStart }) => odometerStart },
    { heading: 'Odometer end', kind: 'number', width: 15, value: ({ odometerEnd }) => odometerEnd },
    { heading: 'Total km', kind: 'number', width: 12, value: ({ totalKm }) => totalKm },
    { heading: 'Work km', kind: 'number', width: 12, value: ({ workKm }) => workKm },
    ...(hasJobAndBusiness ? [businessKm] : []),
    { heading: 'Work %', kind: 'number', width: 9, value: ({ workPercent }) => workPercent },
    { heading: 'Needs attention', kind: 'text', width: 40, value: ({ problems }) => problems.join('; ') },
  ]
}

type VehicleInYear = Vehicle & Partial<VehicleYear>
const vehicleColumns: readonly SheetColumn<VehicleInYear>[] = [
  { heading: 'Vehicle', kind: 'text', width: 20, value: ({ name }) => name },
  { heading: 'Registration', kind: 'text', width: 14, value: ({ registration }) => registration },
  { heading: 'Engine capacity', kind: 'text', width: 16, value: ({ engineCapacity }) => engineCapacity },
  { heading: 'Is a car', kind: 'text', width: 9, value: ({ isCar }) => (isCar ? 'yes' : 'no') },
  {
    heading: 'Odometer, start of year',
    kind: 'number',
    width: 22,
    value: ({ odometerStart }) => odometerStart ?? null,
  },
  {
    heading: 'Odometer, end of year',
    kind: 'number',
    width: 22,
    value: ({ odometerEnd }) => odometerEnd ?? null,
  },
  { heading: 'All costs (AUD)', kind: 'money', width: 15, value: ({ costsCents }) => costsCents ?? null },
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
