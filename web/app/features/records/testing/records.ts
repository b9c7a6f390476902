import { resultOf } from '@docketbox/contract/records/logbook'
import type { RecordClaim, Trip, Vehicle } from '@docketbox/contract/records/schemas'
import type { YearRecords } from '../queries.ts'

export const mazda: Vehicle = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  name: 'Mazda 3',
  registration: 'ABC123',
  engineCapacity: '2.0 L',
  isCar: true,
}

export const siteVisit: Trip = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7502',
  vehicle: mazda._id,
  day: '2025-08-04',
  endedOn: null,
  km: 42.5,
  odometerStart: null,
  odometerEnd: null,
  purpose: 'Site visit in Parramatta',
}

export const logbookFrom = (startedOn: string) =>
  resultOf(
    {
      _id: '01a1f98c-b7c0-73be-90be-d80dc65f7501',
      vehicle: mazda._id,
      startedOn,
      endedOn: null,
      odometerStart: 0,
      odometerEnd: null,
    },
    [],
  )

export const claimOf = (changes: Partial<RecordClaim> = {}): RecordClaim => ({
  _id: 'workFromHome',
  kind: 'workFromHome',
  label: 'D5',
  subject: 'Working from home',
  method: 'Fixed rate, 70c an hour',
  quantity: 1500,
  unit: 'hours',
  claimableCents: 1050_00,
  note: null,
  choice: 'home',
  isChosen: true,
  ...changes,
})

export const recordsOf = (changes: Partial<YearRecords> = {}): YearRecords => ({
  incomeYear: '2025-26',
  hasJobAndBusiness: false,
  hours: [],
  timer: null,
  vehicles: [],
  trips: [],
  logbooks: [],
  logbookTrips: [],
  vehicleYears: [],
  laundry: [],
  diaries: [],
  claims: [],
  ...changes,
})
