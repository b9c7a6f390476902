import { refusals } from '../core/refusal.ts'
import { MAX_RECORDS, type RecordKind } from './schemas.ts'

/** What each kind covers, and what it can't be combined with. */
export const combinationNotes: Record<RecordKind, string | null> = {
  workFromHome:
    'The fixed rate covers energy, phone, internet, stationery and computer consumables. These can’t be claimed as well. It needs a record of your actual hours for the whole year, and one document for each cost it covers.',
  carTrips:
    'The rate covers all the costs of the car, from fuel to registration. They can’t be claimed as well and don’t need receipts.',
  carLogbook:
    'The work share of what the car cost. It can’t be combined with cents per km for the same car, and all costs except fuel and oil need receipts.',
  laundry: 'For washing, drying and ironing protective clothing and uniforms, not everyday clothes.',
  phoneAndInternet:
    'The work share of your bills. It can’t be combined with the fixed rate for working from home.',
}

/** The problems of dates. */
export const recordTexts = {
  future: 'Enter a date that isn’t in the future.',
  outsideYear: 'Enter a date in this income year.',
} as const

export const recordRefusals = refusals('records', {
  unknownVehicle: [404, 'We couldn’t find this vehicle. It may have been deleted.'],
  vehicleInUse: [409, 'Delete the vehicle’s trips and logbooks first.'],
  tooManyVehicles: [409, `You can have up to ${MAX_RECORDS.vehicles} vehicles.`],
  tooManyTrips: [
    409,
    `You can have up to ${MAX_RECORDS.tripsPerYear.toLocaleString('en-AU')} trips in an income year.`,
  ],
  tooManyLogbooks: [409, `You can have up to ${MAX_RECORDS.logbooks} logbooks.`],
  tooMuchLaundry: [
    409,
    `You can have up to ${MAX_RECORDS.laundryPerYear.toLocaleString('en-AU')} laundry entries in an income year.`,
  ],
  unknownTimeZone: [400, 'We don’t recognise this time zone.'],
})
