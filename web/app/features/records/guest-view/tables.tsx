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
import { type Column, column, figureColumn } from '#ui/data/table.tsx'
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

const purposeColumn: Column<HoursOfDay | Trip> = column('For', ({ isForBusiness }) =>
  isForBusiness ? 'Business' : 'Job',
)
type PurposeColumns = readonly (typeof purposeColumn)[]

const hourColumns = (purpose: PurposeColumns): Column<HoursOfDay>[] => [
  column('Date', ({ day }) => formatDayUnbroken(day)),
  ...purpose,
  figureColumn('Hours', ({ minutes }) => formatHours(minutes)),
]

const tripColumns = (nameOf: NameOf, purpose: PurposeColumns): Column<Trip>[] => [
  column(
    'Date',
    ({ day, endedOn }) =>
      endedOn === null || endedOn === day
        ? formatDayUnbroken(day)
        : `${formatDayUnbroken(day)} – ${formatDayUnbroken(endedOn)}`,
    'whitespace-nowrap',
  ),
  column('Purpose', ({ purpose }) => purpose),
  ...purpose,
  column('Vehicle', nameOf),
  figureColumn('Odometer', readings),
  figureColumn('Kilometres', ({ km }) => count(km)),
]

const logbookColumns = (nameOf: NameOf): Column<LogbookResult>[] => [
  column('Period', ({ startedOn, endedOn, problems }) => (
    <>
      {formatDayUnbroken(startedOn)} {endedOn === null ? '(in progress)' : `– ${formatDayUnbroken(endedOn)}`}
      {endedOn !== null && problems.length > 0 && (
        <span className="block text-sm text-wattle-deep">{problems.join(' ')}</span>
      )}
    </>
  )),
  column('Vehicle', nameOf),
  figureColumn('Odometer', readings),
  figureColumn('Work km', ({ workKm }) => count(workKm)),
  figureColumn('Work use', ({ workPercent }) => percent(workPercent)),
  figureColumn('Valid until', ({ lastYear }) => formatIncomeYear(lastYear)),
]

const vehicleYearColumns = (nameOf: NameOf, incomeYear: string): Column<VehicleYear>[] => {
  const { first, last } = daysOf(incomeYear)
  return [
    column('Vehicle', nameOf),
    figureColumn(`Odometer, ${formatDayOfYearUnbroken(first)}`, ({ odometerStart }) => count(odometerStart)),
    figureColumn(`Odometer, ${formatDayOfYearUnbroken(last)}`, ({ odometerEnd }) => count(odometerEnd)),
    figureColumn('All costs', ({ costsCents }) => (costsCents === null ? '' : formatCents(costsCents))),
  ]
}

const laundryColumns: Column<LaundryEntry>[] = [
  column('Date', ({ day }) => formatDayUnbroken(day)),
  figureColumn('Work loads', ({ workLoads }) => count(workLoads)),
  figureColumn('Mixed loads', ({ mixedLoads }) => count(mixedLoads)),
]

const diaryColumns: Column<Diary>[] = [
  column('Service', ({ service }) => (service === 'phone' ? 'Phone' : 'Internet')),
  figureColumn('From', ({ startedOn }) => formatDayUnbroken(startedOn)),
  figureColumn('Days entered', ({ days }) => `${days.length} of ${DIARY_DAYS}`),
  figureColumn('Work use', ({ workPercent }) => percent(workPercent)),
  figureColumn('Bills', ({ costCents }) => (costCents === null ? '' : formatCents(costCents))),
]
