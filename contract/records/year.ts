import type {
  Diary,
  HoursOfDay,
  LaundryEntry,
  LogbookResult,
  RecordClaim,
  RecordKind,
  Trip,
  Vehicle,
  VehicleYear,
} from './schemas.ts'

export type YearOfRecords = {
  incomeYear: string
  /** Whether it isn't over yet. */
  isRunning: boolean
  /** Whether its owner only earns as a sole trader, so that the records are about their business. */
  isBusiness: boolean
  /** Whether its owner has a job and a business, so that trips and hours say which they're for; undefined in packs begun earlier. */
  hasJobAndBusiness?: boolean
  hours: readonly HoursOfDay[]
  vehicles: readonly Vehicle[]
  /** Only those of the year. */
  trips: readonly Trip[]
  /** Those of all years. */
  logbooks: readonly LogbookResult[]
  /** The trips of the logbooks' periods, of all years; undefined in packs begun before it was part of them. */
  logbookTrips?: readonly Trip[]
  vehicleYears: readonly VehicleYear[]
  laundry: readonly LaundryEntry[]
  diaries: readonly Diary[]
  /** The kind that was chosen where kinds can't be combined. */
  choices: Readonly<Record<string, RecordKind>>
}
/** A claim before it's known whether it counts. */
export type OpenClaim = Omit<RecordClaim, 'isChosen'>

/** The choice between the fixed rate for working from home and the actual costs it covers. */
export const HOME_CHOICE = 'home'
export const CAR_LABEL = 'D1'
/** The deduction label of working from home, by the fixed rate or actual costs. */
export const HOME_LABEL = 'D5'
/** The choice between cents per km and a logbook, for each car. */
export const vehicleChoice = (vehicleId: string): string => `car:${vehicleId}`
