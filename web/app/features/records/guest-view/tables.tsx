import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { DIARY_DAYS } from '@docketbox/contract/records/diary'
import { formatHours } from '@docketbox/contract/records/hours'
import type {
  Diary,
  HoursOfDay,
  LaundryEntry,
  LogbookResult,
  Trip,
  Vehicle,
  VehicleYear,
} from '@docketbox/contract/records/schemas'
import { formatDayUnbroken, formatDayOfYearUnbroken } from '#platform/format/dates.ts'
import type { Column } from '#ui/data/table.tsx'
import type { YearRecords } from '../queries.ts'
import { RecordTable } from './table.tsx'

export function RecordTables({ records }: { records: YearRecords }) {
  const {
    incomeYear,
    hasJobAndBusiness,
    hours,
    vehicles,
    trips,
    logbooks,
    logbookTrips,
    vehicleYears,
    laundry,
    diaries,
  } = records
  const nameOf = nameIn(vehicles)
  const purpose = hasJobAndBusiness ? [purposeColumn] : []
  const minutes = hours.reduce((sum, day) => sum + day.minutes, 0)
  return (
    <>
      <RecordTable
        title={`Hours worked from home: ${formatHours(minutes)}`}
        columns={hourColumns(purpose)}
        rows={hours.map((day) => ({ _id: `${day.day} ${day.isForBusiness ?? false}`, ...day }))}
      />
      <RecordTable title="Work trips" columns={tripColumns(nameOf, purpose)} rows={trips} />
      <RecordTable title="Logbooks" columns={logbookColumns(nameOf)} rows={logbooks} />
      <RecordTable title="Trips of the logbooks" columns={tripColumns(nameOf, purpose)} rows={logbookTrips} />
      <RecordTable
        title="Cars with a logbook"
        columns={vehicleYearColumns(nameOf, incomeYear)}
        rows={vehicleYears.map((year) => ({ _id: year.vehicle, ...year }))}
      />
      <RecordTable title="Laundry" columns={laundryColumns} rows={laundry} />
      <RecordTable
        title="Phone and internet diaries"
        columns={diaryColumns}
        rows={diaries.map((diary) => ({ _id: diary.service, ...diary }))}
      />
    </>
  )
}

type NameOf = (row: { vehicle: string }) => string

function nameIn(vehicles: readonly Vehicle[]): NameOf {
  return ({ vehicle }) => {
    const found = vehicles.find(({ _id }) => _id === vehicle)
    return found ? [found.name, found.registration].filter(Boolean).join(', ') : ''
  }
}

const count = (value: number | null) => (value === null ? '' : value.toLocaleString('en-AU'))
const percent = (value: number | null) => (value === null ? '' : `${value}%`)
const readings = ({ odometerStart, odometerEnd }: Pick<Trip, 'odometerStart' | 'odometerEnd'>) =>
  odometerStart === null ? '' : `${count(odometerStart)} – ${odometerEnd === null ? '?' : count(odometerEnd)}`

const purposeColumn: Column<HoursOfDay | Trip> = {
  heading: 'For',
  cell: ({ isForBusiness }) => (isForBusiness ? 'Business' : 'Job'),
}
type PurposeColumns = readonly (typeof purposeColumn)[]

const hourColumns = (purpose: PurposeColumns): Column<HoursOfDay>[] => [
  { heading: 'Date', cell: ({ day }) => formatDayUnbroken(day) },
  ...purpose,
  { heading: 'Hours', align: 'right', cell: ({ minutes }) => formatHours(minutes) },
]

const tripColumns = (nameOf: NameOf, purpose: PurposeColumns): Column<Trip>[] => [
  {
    heading: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ day, endedOn }) =>
      endedOn === null || endedOn === day
        ? formatDayUnbroken(day)
        : `${formatDayUnbroken(day)} – ${formatDayUnbroken(endedOn)}`,
  },
  { heading: 'Purpose', cell: ({ purpose }) => purpose },
  ...purpose,
  { heading: 'Vehicle', cell: nameOf },
  { heading: 'Odometer', align: 'right', cell: readings },
  { heading: 'Kilometres', align: 'right', cell: ({ km }) => count(km) },
]

const logbookColumns = (nameOf: NameOf): Column<LogbookResult>[] => [
  {
    heading: 'Period',
    cell: ({ startedOn, endedOn, problems }) => (
      <>
        {formatDayUnbroken(startedOn)}{' '}
        {endedOn === null ? '(in progress)' : `– ${formatDayUnbroken(endedOn)}`}
        {endedOn !== null && problems.length > 0 && (
          <span className="block text-sm text-wattle-deep">{problems.join(' ')}</span>
        )}
      </>
    ),
  },
  { heading: 'Vehicle', cell: nameOf },
  { heading: 'Odometer', align: 'right', cell: readings },
  { heading: 'Work km', align: 'right', cell: ({ workKm }) => count(workKm) },
  { heading: 'Work use', align: 'right', cell: ({ workPercent }) => percent(workPercent) },
  { heading: 'Valid until', align: 'right', cell: ({ lastYear }) => formatIncomeYear(lastYear) },
]

const vehicleYearColumns = (nameOf: NameOf, incomeYear: string): Column<VehicleYear>[] => {
  const { first, last } = daysOf(incomeYear)
  return [
    { heading: 'Vehicle', cell: nameOf },
    {
      heading: `Odometer, ${formatDayOfYearUnbroken(first)}`,
      align: 'right',
      cell: ({ odometerStart }) => count(odometerStart),
    },
    {
      heading: `Odometer, ${formatDayOfYearUnbroken(last)}`,
      align: 'right',
      cell: ({ odometerEnd }) => count(odometerEnd),
    },
    {
      heading: 'All costs',
      align: 'right',
      cell: ({ costsCents }) => (costsCents === null ? '' : formatCents(costsCents)),
    },
  ]
}

const laundryColumns: Column<LaundryEntry>[] = [
  { heading: 'Date', cell: ({ day }) => formatDayUnbroken(day) },
  { heading: 'Work loads', align: 'right', cell: ({ workLoads }) => count(workLoads) },
  { heading: 'Mixed loads', align: 'right', cell: ({ mixedLoads }) => count(mixedLoads) },
]

const diaryColumns: Column<Diary>[] = [
  { heading: 'Service', cell: ({ service }) => (service === 'phone' ? 'Phone' : 'Internet') },
  { heading: 'From', align: 'right', cell: ({ startedOn }) => formatDayUnbroken(startedOn) },
  { heading: 'Days entered', align: 'right', cell: ({ days }) => `${days.length} of ${DIARY_DAYS}` },
  { heading: 'Work use', align: 'right', cell: ({ workPercent }) => percent(workPercent) },
  {
    heading: 'Bills',
    align: 'right',
    cell: ({ costCents }) => (costCents === null ? '' : formatCents(costCents)),
  },
]
