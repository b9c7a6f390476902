import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { commonRefusals } from '../core/refusal.ts'
import { asRead } from '../core/schemas/as-read.ts'
import { incomeYear } from '../core/schemas/fields.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { yearRefusals } from '../years/texts.ts'
import {
  vehicle,
  vehicleDetails,
  vehicleYear,
  vehicleYearDetails,
  diary,
  diaryDay,
  diaryDayChange,
  diaryDetails,
  hoursOfDay,
  laundryDetails,
  laundryEntry,
  logbook,
  logbookDetails,
  logbookResult,
  recordClaim,
  recordKind,
  service,
  timer,
  trip,
  tripDetails,
} from './schemas.ts'
import { recordRefusals } from './texts.ts'

const saved = z.object({ _id: z.string() })
/** What was deleted, to undo it; null if there was nothing. */
const deleted = <Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>) =>
  z.object({ deleted: record.nullable() })
const { unknownVehicle } = recordRefusals
const { changed } = commonRefusals

/** A year has at most 366 days, and an import may also remove some. */
const MAX_DAYS_AT_ONCE = 800

export const recordEndpoints = {
  ofYear: endpoint('GET /api/years/:incomeYear/records', {
    right: 'receipts:read',
    guests: { logs: 'openRecords', about: 'incomeYear' },
    summary:
      'Records of an income year that aren’t receipts: hours worked from home, trips, logbooks, laundry and diaries, and what they add up to.',
    params: z.object({ incomeYear }),
    response: z.object({
      incomeYear: z.string(),
      /** Whether its owner has a job and a business, so that trips and hours say which they’re for. */
      hasJobAndBusiness: z.boolean(),
      /** In the order of their days, a job’s before a business’s. */
      hours: z.array(hoursOfDay),
      timer: timer.nullable(),
      vehicles: z.array(vehicle),
      /** Newest first. */
      trips: z.array(trip),
      /** Those that can be used in the year, newest first. */
      logbooks: z.array(logbookResult),
      /** The trips behind the logbooks that count, oldest first, if some are of other years. */
      logbookTrips: z.array(trip),
      vehicleYears: z.array(vehicleYear),
      /** Newest first. */
      laundry: z.array(laundryEntry),
      diaries: z.array(diary),
      claims: z.array(recordClaim),
    }),
  }),

  saveHours: endpoint('POST /api/records/hours', {
    right: 'receipts:write',
    summary:
      'Sets the hours worked from home on some days, or only those for a job or a business; 0 minutes removes them.',
    body: z.strictObject({ days: z.array(hoursOfDay).min(1).max(MAX_DAYS_AT_ONCE) }),
    response: z.object({
      /** What the days had before, to undo the change. */
      before: z.array(hoursOfDay),
    }),
  }),
  startTimer: endpoint('POST /api/records/timer', {
    right: 'receipts:write',
    summary:
      'Starts the timer under a new id that the caller chooses. A timer that’s already running continues.',
    body: z.strictObject({
      _id: uuid,
      timeZone: z.string().max(60),
      isForBusiness: z.boolean().optional(),
    }),
    response: timer,
    refusals: [recordRefusals.unknownTimeZone],
  }),
  stopTimer: endpoint('POST /api/records/timer/:timerId/stop', {
    right: 'receipts:write',
    summary:
      'Stops the timer and adds its time to the days it ran on. Repeated within a day, it adds nothing and returns the same.',
    params: z.object({ timerId: uuid }),
    response: z.object({
      /** Null if there was no such timer, or it was discarded. */
      minutes: z.int().nullable(),
      /** What the days had before, to undo the change. */
      before: z.array(hoursOfDay),
    }),
  }),
  discardTimer: endpoint('DELETE /api/records/timer/:timerId', {
    right: 'receipts:write',
    summary: 'Stops the timer without adding its time.',
    params: z.object({ timerId: uuid }),
    response: saved,
  }),

  saveVehicle: endpoint('POST /api/records/vehicles/:vehicleId', {
    right: 'receipts:write',
    summary: 'Saves a vehicle under a new id that the caller chooses, or changes the one with this id.',
    params: z.object({ vehicleId: uuid }),
    body: vehicleDetails.extend({ known: asRead(vehicleDetails.shape) }),
    response: saved,
    refusals: [recordRefusals.tooManyVehicles, changed],
  }),
  removeVehicle: endpoint('DELETE /api/records/vehicles/:vehicleId', {
    right: 'receipts:write',
    summary: 'Deletes a vehicle without trips and logbooks. Repeated within a day, it returns the same.',
    params: z.object({ vehicleId: uuid }),
    response: deleted(
      vehicleDetails.extend({ years: z.array(vehicleYearDetails.extend({ incomeYear: z.string() })) }),
    ),
    refusals: [recordRefusals.vehicleInUse],
  }),
  saveVehicleYear: endpoint('POST /api/years/:incomeYear/records/vehicles/:vehicleId', {
    right: 'receipts:write',
    summary: 'Sets a vehicle’s odometer readings and running costs for an income year.',
    params: z.object({ incomeYear, vehicleId: uuid }),
    body: vehicleYearDetails.extend({ known: asRead(vehicleYearDetails.shape) }),
    response: saved,
    refusals: [unknownVehicle, yearRefusals.notStarted, changed],
  }),
  saveTrip: endpoint('POST /api/records/trips/:tripId', {
    right: 'receipts:write',
    summary: 'Saves a trip under a new id that the caller chooses, or changes the one with this id.',
    params: z.object({ tripId: uuid }),
    body: tripDetails,
    response: saved,
    refusals: [unknownVehicle, recordRefusals.tooManyTrips, changed],
  }),
  removeTrip: endpoint('DELETE /api/records/trips/:tripId', {
    right: 'receipts:write',
    summary: 'Deletes a trip. Repeated within a day, it returns the same.',
    params: z.object({ tripId: uuid }),
    response: deleted(trip),
  }),
  saveLogbook: endpoint('POST /api/records/logbooks/:logbookId', {
    right: 'receipts:write',
    summary: 'Saves a logbook under a new id that the caller chooses, or changes the one with this id.',
    params: z.object({ logbookId: uuid }),
    body: logbookDetails,
    response: saved,
    refusals: [unknownVehicle, recordRefusals.tooManyLogbooks, changed],
  }),
  removeLogbook: endpoint('DELETE /api/records/logbooks/:logbookId', {
    right: 'receipts:write',
    summary: 'Deletes a logbook; its trips stay. Repeated within a day, it returns the same.',
    params: z.object({ logbookId: uuid }),
    response: deleted(logbook),
  }),

  saveLaundry: endpoint('POST /api/records/laundry/:entryId', {
    right: 'receipts:write',
    summary: 'Saves laundry loads under a new id that the caller chooses, or changes those with this id.',
    params: z.object({ entryId: uuid }),
    body: laundryDetails,
    response: saved,
    refusals: [recordRefusals.tooMuchLaundry],
  }),
  removeLaundry: endpoint('DELETE /api/records/laundry/:entryId', {
    right: 'receipts:write',
    summary: 'Deletes laundry loads.',
    params: z.object({ entryId: uuid }),
    response: saved,
  }),

  saveDiary: endpoint('POST /api/years/:incomeYear/records/diaries/:service', {
    right: 'receipts:write',
    summary: 'Sets when a diary of four weeks starts and what the service cost. Days that were entered stay.',
    params: z.object({ incomeYear, service }),
    body: diaryDetails.extend({ known: asRead(diaryDetails.shape) }),
    response: saved,
    refusals: [changed],
  }),
  removeDiary: endpoint('DELETE /api/years/:incomeYear/records/diaries/:service', {
    right: 'receipts:write',
    summary: 'Deletes a diary and the days of its four weeks. Repeated within a day, it returns the same.',
    params: z.object({ incomeYear, service }),
    response: deleted(diaryDetails.extend({ days: z.array(diaryDay) })),
  }),
  saveDiaryDays: endpoint('POST /api/records/diaries/:service/days', {
    right: 'receipts:write',
    summary:
      'Sets how much a service was used for work and personally on some days; null for both empties a day. A number that’s left out stays unchanged, or is 0 if the day had none.',
    params: z.object({ service }),
    body: z.strictObject({ days: z.array(diaryDayChange).min(1).max(100) }),
    response: z.object({ days: z.int() }),
  }),

  choose: endpoint('POST /api/years/:incomeYear/records/choices', {
    right: 'receipts:write',
    summary: 'Chooses the method that counts where methods can’t be combined. Null undoes the choice.',
    params: z.object({ incomeYear }),
    body: z.strictObject({
      choice: z.string().regex(/^(home|car:[0-9a-f-]{36})$/, 'Please choose one of the options.'),
      kind: recordKind.nullable(),
    }),
    response: saved,
  }),
}
