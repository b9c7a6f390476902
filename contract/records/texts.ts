import { refusals } from '../core/refusal.ts'
import { MAX_RECORDS, type RecordKind } from './schemas.ts'

/** What each kind covers, and what it can't be combined with. */
export const combinationNotes: Record<RecordKind, string | null> = {
  workFromHome:
    'The fixed rate covers energy, phone, internet, stationery and computer consumables, so you can’t claim those as well. You need a record of your actual hours for the whole year, and one document for each cost it covers.',
  carTrips:
    'The rate covers all your car’s costs, from fuel to registration. You can’t claim them as well, and you don’t need receipts for them.',
  carLogbook:
    'The work-use share of your car’s costs. You can’t combine it with cents per km for the same car, and you need receipts for everything except fuel and oil.',
  laundry: 'For washing, drying and ironing protective clothing and uniforms, not everyday clothes.',
  phoneAndInternet:
    'The work-use share of your bills. You can’t combine it with the fixed rate for working from home.',
}

export const recordTexts = {
  /** For a vehicle that isn't a car. */
  otherVehicle:
    'Cents per km and logbooks are for cars only. Claim what this vehicle cost from its receipts. Trips are evidence of how much you use it for work.',
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
