import { z } from 'zod'
import { asRead } from '../core/schemas/as-read.ts'
import { cents, day } from '../core/schemas/fields.ts'
import { tooLong } from '../core/limits.ts'
import { line } from '../core/schemas/text.ts'
import { whenValid } from '../core/schemas/when-valid.ts'

export const MINUTES_PER_DAY = 24 * 60
/** The maximum number of entries of each kind, far above what anyone needs. */
export const MAX_RECORDS = {
  vehicles: 20,
  logbooks: 100,
  tripsPerYear: 3_000,
  laundryPerYear: 1_000,
} as const
export const MAX_PURPOSE = 200
export const MAX_VEHICLE_TEXT = 60

export const minutes = z
  .int('Enter hours such as 7.5 or 7:30.')
  .min(0, 'Enter hours such as 7.5 or 7:30.')
  .max(MINUTES_PER_DAY, 'A day has 24 hours.')

/** Whether an entry is for a business and not for a job. Only counts in years whose owner has both. */
const isForBusiness = z.boolean().optional()

/** How long someone worked from home on a day, for a job or for a business. Saved without `isForBusiness`, it's the whole day's. */
export const hoursOfDay = z.strictObject({ day, minutes, isForBusiness })
export type HoursOfDay = z.infer<typeof hoursOfDay>

export const timer = z.object({ _id: z.uuid(), startedAt: z.iso.datetime(), isForBusiness })

const vehicleText = z.string().trim().normalize().max(MAX_VEHICLE_TEXT, tooLong(MAX_VEHICLE_TEXT))

export const vehicleDetails = z.strictObject({
  /** Make and model. */
  name: line({ max: MAX_VEHICLE_TEXT, required: 'Enter the make and model, such as Mazda 3.' }),
  registration: vehicleText,
  /** As in `2.0 L`. */
  engineCapacity: vehicleText,
  /** False for vehicles the law doesn't call a car: a load of a tonne or more, nine or more passengers, a motorcycle. */
  isCar: z.boolean(),
})
export const vehicle = vehicleDetails.extend({
  _id: z.uuid(),
  /** Whether it has trips or logbooks of any year, so that it can't be deleted. */
  isInUse: z.boolean().optional(),
})
export type Vehicle = z.infer<typeof vehicle>

const odometer = z
  .int('Enter the odometer reading in whole kilometres.')
  .min(0, 'Enter the odometer reading in whole kilometres.')
  .max(9_999_999, 'Check the odometer reading.')

/** No one drives further for work at once. */
const MAX_TRIP_KM = 10_000

/** Kilometres with at most one decimal. */
const km = z
  .number('Enter kilometres such as 12.5.')
  .positive('Enter the kilometres.')
  .max(MAX_TRIP_KM, 'Check the kilometres.')
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e5), 'Use at most one decimal.')

const tripFields = {
  vehicle: z.uuid('Choose a vehicle.'),
  day,
  /** When it ended on a later day. */
  endedOn: day.nullable(),
  odometerStart: odometer.nullable(),
  odometerEnd: odometer.nullable(),
  purpose: line({ max: MAX_PURPOSE, required: 'Enter why you drove, such as “Site visit in Parramatta”.' }),
  isForBusiness,
}

/** A trip for work. With odometer readings the kilometres follow from them. */
export const tripDetails = z
  .strictObject({ ...tripFields, km: km.nullable(), known: asRead({ ...tripFields, km: z.number() }) })
  .refine(({ day, endedOn }) => endedOn === null || endedOn >= day, {
    path: ['endedOn'],
    message: 'The trip can’t end before it starts.',
    ...whenValid('day', 'endedOn'),
  })
  .superRefine(
    ({ km, odometerStart, odometerEnd }, context) => {
      const report = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (odometerStart === null && odometerEnd === null) {
        if (km === null) report('km', 'Enter the kilometres.')
      } else if (odometerStart === null) report('odometerStart', 'Enter both odometer readings, or neither.')
      else if (odometerEnd === null) report('odometerEnd', 'Enter both odometer readings, or neither.')
      else if (odometerEnd <= odometerStart)
        report('odometerEnd', 'The odometer must show more at the end than at the start.')
      else if (odometerEnd - odometerStart > MAX_TRIP_KM)
        report('odometerEnd', 'Check the odometer readings.')
    },
    whenValid('km', 'odometerStart', 'odometerEnd'),
  )
  .transform(({ km, ...trip }) => ({ ...trip, km: odometerKm(trip) ?? km! }))
export const trip = z.object({ _id: z.uuid(), ...tripFields, km: z.number() })
export type Trip = z.infer<typeof trip>

const logbookFields = {
  vehicle: z.uuid('Choose a vehicle.'),
  startedOn: day,
  /** Null while it's being kept. */
  endedOn: day.nullable(),
  odometerStart: odometer,
  odometerEnd: odometer.nullable(),
}

export const logbookDetails = z
  .strictObject({ ...logbookFields, known: asRead(logbookFields) })
  .refine(({ startedOn, endedOn }) => endedOn === null || endedOn >= startedOn, {
    path: ['endedOn'],
    message: 'The logbook can’t end before it starts.',
    ...whenValid('startedOn', 'endedOn'),
  })
  .refine(({ odometerStart, odometerEnd }) => odometerEnd === null || odometerEnd >= odometerStart, {
    path: ['odometerEnd'],
    message: 'The odometer can’t show less at the end than at the start.',
    ...whenValid('odometerStart', 'odometerEnd'),
  })
export const logbook = z.object({ _id: z.uuid(), ...logbookFields })
export type Logbook = z.infer<typeof logbook>

export const logbookResult = logbook.extend({
  days: z.int(),
  totalKm: z.number().nullable(),
  workKm: z.number(),
  /** How many of those are marked as for a business. */
  businessKm: z.number(),
  /** With one decimal; null while it isn't known. */
  workPercent: z.number().nullable(),
  /** Why it can't be used yet. */
  problems: z.array(z.string()),
  /** Trips of its period that don't count because they have no odometer readings. */
  incompleteTrips: z.int(),
  /** The last income year it can be used for. */
  lastYear: z.string(),
})
export type LogbookResult = z.infer<typeof logbookResult>

/** A car's odometer and running costs in an income year. */
export const vehicleYearDetails = z.strictObject({
  odometerStart: odometer.nullable(),
  odometerEnd: odometer.nullable(),
  /** Fuel, servicing, insurance, registration and the decline in value, before work use. */
  costsCents: cents.nullable(),
})
export const vehicleYear = vehicleYearDetails.extend({
  vehicle: z.uuid(),
  /** The day it was last saved; null if that was before we stored it. */
  savedOn: z.iso.date().nullable(),
})
export type VehicleYear = z.infer<typeof vehicleYear>

const loads = z
  .int('Enter a number of loads.')
  .min(0, 'Enter a number of loads.')
  .max(50, 'Check the number of loads.')
export const laundryDetails = z
  .strictObject({ day, workLoads: loads, mixedLoads: loads })
  .refine(({ workLoads, mixedLoads }) => workLoads + mixedLoads > 0, {
    path: ['workLoads'],
    message: 'Enter at least one load.',
    ...whenValid('workLoads', 'mixedLoads'),
  })
export const laundryEntry = z.object({ _id: z.uuid(), day, workLoads: loads, mixedLoads: loads })
export type LaundryEntry = z.infer<typeof laundryEntry>

export const services = ['phone', 'internet'] as const
export const service = z.enum(services)
export type Service = z.infer<typeof service>

const uses = z.int('Enter a whole number.').min(0, 'Enter a whole number.').max(10_000, 'Check this number.')
/** How often, or for how long, something was used on a day. Both count the same unit, such as calls or minutes. */
export const diaryDay = z.strictObject({ day, work: uses, personal: uses })
export type DiaryDay = z.infer<typeof diaryDay>

/** A change to a day of a diary; null for both empties it. A number that's left out stays, or is 0 if the day had none. */
export const diaryDayChange = z
  .strictObject({ day, work: uses.nullable().optional(), personal: uses.nullable().optional() })
  .refine(
    ({ work, personal }) => (work === null) === (personal === null) && (work ?? personal) !== undefined,
    {
      path: ['personal'],
      message: 'Enter both numbers, or neither.',
    },
  )
export type DiaryDayChange = z.infer<typeof diaryDayChange>

export const diaryDetails = z.strictObject({
  startedOn: day,
  /** The bills of the months it was used for work; null until entered. */
  costCents: cents.nullable(),
})
export const diary = diaryDetails.extend({
  service,
  /** The days entered of its four weeks. */
  days: z.array(diaryDay),
  /** With one decimal; null while nothing was entered. */
  workPercent: z.number().nullable(),
})
export type Diary = z.infer<typeof diary>

export const recordKinds = ['workFromHome', 'carTrips', 'carLogbook', 'laundry', 'phoneAndInternet'] as const
export const recordKind = z.enum(recordKinds)
export type RecordKind = z.infer<typeof recordKind>

/** What records of a year add up to under its rules. */
export const recordClaim = z.object({
  /** Stable within a year: the kind, and the car or service it's about. */
  _id: z.string(),
  kind: recordKind,
  /** The label of the tax return it belongs to; `business` for sole traders, and for the business of people who have a job as well. */
  label: z.enum(['D1', 'D2', 'D3', 'D5', 'business']),
  /** What it's about, such as `Mazda 3`. */
  subject: z.string(),
  /** How it's worked out, such as `Cents per km, 88c`. */
  method: z.string(),
  quantity: z.number(),
  unit: z.string(),
  /** Null while it can't be worked out; the note says why. */
  claimableCents: z.int().nullable(),
  note: z.string().nullable(),
  /** Claims of different kinds with the same choice can't be combined; null if it goes with all others. */
  choice: z.string().nullable(),
  /** Whether it counts: it's the only method with records, or the one the owner chose. */
  isChosen: z.boolean(),
})
export type RecordClaim = z.infer<typeof recordClaim>

/** The kilometres between two odometer readings; undefined without both. */
export function odometerKm(of: {
  odometerStart: number | null
  odometerEnd: number | null
}): number | undefined {
  const { odometerStart, odometerEnd } = of
  return odometerStart === null || odometerEnd === null ? undefined : odometerEnd - odometerStart
}
