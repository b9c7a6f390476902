import { daysOfDiary } from '../diary.ts'
import { resultOf } from '../logbook.ts'
import type { RecordRules } from '../rules.ts'
import type { Diary, HoursOfDay, Trip, Vehicle } from '../schemas.ts'
import type { YearOfRecords } from '../year.ts'
import { claimsOf } from './add-up.ts'

const law = (value: number) => ({ value, status: 'law' as const })
export const rules: RecordRules = {
  homeCentsPerHour: law(70),
  carCentsPerKm: law(88),
  carMaxKm: law(5000),
  laundryLoadCents: law(100),
  mixedLaundryLoadCents: law(50),
  laundryCents: law(150_00),
}
export const mazda: Vehicle = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  name: 'Mazda 3',
  registration: 'ABC123',
  engineCapacity: '2.0 L',
  isCar: true,
}
export const other = { ...mazda, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535', name: 'Corolla' }
export const nothing: YearOfRecords = {
  incomeYear: '2025-26',
  isRunning: false,
  isBusiness: false,
  hours: [],
  vehicles: [],
  trips: [],
  logbooks: [],
  vehicleYears: [],
  laundry: [],
  diaries: [],
  choices: {},
}
export const hours = (...minutes: number[]): HoursOfDay[] =>
  minutes.map((each, index) => ({ day: `2025-08-${String(index + 1).padStart(2, '0')}`, minutes: each }))
export const trip = (km: number, vehicle = mazda, isForBusiness = false): Trip => ({
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7502',
  vehicle: vehicle._id,
  day: '2025-08-04',
  endedOn: null,
  odometerStart: null,
  odometerEnd: null,
  km,
  purpose: 'Site visit',
  isForBusiness,
})
export const logbook = resultOf(
  {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7501',
    vehicle: mazda._id,
    startedOn: '2025-08-01',
    endedOn: '2025-10-23',
    odometerStart: 0,
    odometerEnd: 11_000,
  },
  [{ ...trip(6600), odometerStart: 0, odometerEnd: 6600 }],
)
export const driven = {
  vehicle: mazda._id,
  odometerStart: 0,
  odometerEnd: 44_000,
  costsCents: 9_000_00,
  savedOn: '2026-07-04',
}
export const diary = (changes: Partial<Diary> = {}): Diary => ({
  service: 'phone',
  startedOn: '2025-08-04',
  costCents: 600_00,
  days: daysOfDiary('2025-08-04').map((day) => ({ day, work: 1, personal: 3 })),
  workPercent: 25,
  ...changes,
})
export const laundry = (workLoads: number, mixedLoads: number) => [
  { _id: '01a1f98c-b7c0-73be-90be-d80dc65f7503', day: '2025-08-04', workLoads, mixedLoads },
]

/** What the records add up to. */
export const claims = (changes: Partial<YearOfRecords>, by: RecordRules | undefined = rules) =>
  claimsOf({ ...nothing, ...changes }, by)
