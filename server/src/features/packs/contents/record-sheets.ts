import type {
  Diary,
  HoursOfDay,
  LaundryEntry,
  LogbookResult,
  RecordClaim,
  Trip,
  YearOfRecords,
} from '@docketbox/contract'
import { type AnySheet, anySheet, type SheetColumn } from '#platform/export/sheet.ts'

const claimColumns: readonly SheetColumn<RecordClaim>[] = [
  { heading: 'Record', kind: 'text', width: 24, value: ({ subject }) => subject },
  { heading: 'Label', kind: 'text', width: 9, value: ({ label }) => label },
  { heading: 'Method', kind: 'text', width: 32, value: ({ method }) => method },
  { heading: 'Quantity', kind: 'number', width: 12, value: ({ quantity }) => quantity },
  { heading: 'Unit', kind: 'text', width: 12, value: ({ unit }) => unit },
  { heading: 'Claimable (AUD)', kind: 'money', width: 15, value: ({ claimableCents }) => claimableCents },
  {
    heading: 'Counts',
    kind: 'text',
    width: 18,
    value: ({ isChosen }) => (isChosen ? 'yes' : 'no, another method'),
  },
  { heading: 'Note', kind: 'text', width: 44, value: ({ note }) => note },
]

const hoursColumns: readonly SheetColumn<HoursOfDay>[] = [
  { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
  {
    heading: 'Hours from home',
    kind: 'number',
    width: 16,
    value: ({ minutes }) => Math.round((minutes * 100) / 60) / 100,
    hasTotal: true,
  },
]

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

type DiaryLine = Pick<Diary, 'service'> & Diary['days'][number]
const diaryColumns: readonly SheetColumn<DiaryLine>[] = [
  { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
  { heading: 'Service', kind: 'text', width: 12, value: ({ service }) => service },
  { heading: 'For work', kind: 'number', width: 12, value: ({ work }) => work, hasTotal: true },
  { heading: 'Personal', kind: 'number', width: 12, value: ({ personal }) => personal, hasTotal: true },
]

function tripColumns(nameOf: (vehicleId: string) => string): readonly SheetColumn<Trip>[] {
  return [
    { heading: 'Date', kind: 'day', width: 13, value: ({ day }) => day },
    { heading: 'Ended', kind: 'day', width: 13, value: ({ endedOn }) => endedOn },
    { heading: 'Vehicle', kind: 'text', width: 20, value: ({ vehicle }) => nameOf(vehicle) },
    { heading: 'Purpose', kind: 'text', width: 40, value: ({ purpose }) => purpose },
    { heading: 'Odometer start', kind: 'number', width: 15, value: ({ odometerStart }) => odometerStart },
    { heading: 'Odometer end', kind: 'number', width: 15, value: ({ odometerEnd }) => odometerEnd },
    { heading: 'Kilometres', kind: 'number', width: 12, value: ({ km }) => km, hasTotal: true },
  ]
}

function logbookColumns(nameOf: (vehicleId: string) => string): readonly SheetColumn<LogbookResult>[] {
  return [
    { heading: 'From', kind: 'day', width: 13, value: ({ startedOn }) => startedOn },
    { heading: 'To', kind: 'day', width: 13, value: ({ endedOn }) => endedOn },
    { heading: 'Vehicle', kind: 'text', width: 20, value: ({ vehicle }) => nameOf(vehicle) },
    { heading: 'Odometer start', kind: 'number', width: 15, value: ({ odometerStart }) => odometerStart },
    { heading: 'Odometer end', kind: 'number', width: 15, value: ({ odometerEnd }) => odometerEnd },
    { heading: 'Total km', kind: 'number', width: 12, value: ({ totalKm }) => totalKm },
    { heading: 'Work km', kind: 'number', width: 12, value: ({ workKm }) => workKm },
    { heading: 'Work %', kind: 'number', width: 9, value: ({ workPercent }) => workPercent },
    { heading: 'Needs attention', kind: 'text', width: 40, value: ({ problems }) => problems.join('; ') },
  ]
}

/** The sheets of records that aren't receipts; kinds without records have none. */
export function recordSheets(
  { hours, vehicles, trips, logbooks, laundry, diaries }: YearOfRecords,
  claims: readonly RecordClaim[],
): AnySheet[] {
  const nameOf = (id: string) => vehicles.find((vehicle) => vehicle._id === id)?.name ?? ''
  const lines = diaries.flatMap(({ service, days }) => days.map((day) => ({ service, ...day })))
  return [
    ...sheetOf('Records', claimColumns, claims),
    ...sheetOf('Hours', hoursColumns, hours),
    ...sheetOf('Trips', tripColumns(nameOf), trips),
    ...sheetOf('Logbook', logbookColumns(nameOf), logbooks),
    ...sheetOf('Laundry', laundryColumns, laundry),
    ...sheetOf('Phone and internet', diaryColumns, lines),
  ]
}

function sheetOf<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): AnySheet[] {
  return rows.length === 0 ? [] : [anySheet({ name, columns, rows: [rows] })]
}
