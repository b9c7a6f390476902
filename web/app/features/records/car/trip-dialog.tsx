import { MAX_PURPOSE, type Trip, tripDetails } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#ui/controls/button.tsx'
import { DateField, TextField } from '#ui/fields/text-field.tsx'
import { RadioField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useFormOf } from '#ui/forms/form.tsx'
import { listed } from '#ui/forms/latest.ts'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { offerUndo } from '#ui/feedback/toast.ts'
import { inOtherYear, recordableDays, todayIn } from '../day-range.ts'
import { purposes } from '../job-or-business.tsx'
import { removeTrip, saveTrip, type YearRecords } from '../queries.ts'
import { optionalDay, optionalNumber } from '#platform/format/typed-values.ts'
import { PurposeField } from './purpose-field.tsx'
import { SaveActions } from './save-actions.tsx'

const tripForm = z
  .object({
    vehicle: z.string(),
    day: z.string(),
    endedOn: optionalDay,
    /** Whether the odometer fields are on screen, instead of the kilometres. */
    hasOdometer: z.boolean(),
    km: optionalNumber,
    odometerStart: optionalNumber,
    odometerEnd: optionalNumber,
    purpose: z.string(),
    work: z.enum(['job', 'business']),
  })
  // Only what's on screen is saved.
  .transform(
    ({
      hasOdometer,
      endedOn,
      km,
      odometerStart,
      odometerEnd,
      work,
      ...rest
    }): z.input<typeof tripDetails> => {
      const values = { ...rest, ...(work === 'business' && { isForBusiness: true }) }
      return hasOdometer
        ? {
            ...values,
            endedOn,
            km: null,
            odometerStart: odometerStart ?? Number.NaN,
            odometerEnd: odometerEnd ?? Number.NaN,
          }
        : { ...values, endedOn: null, km, odometerStart: null, odometerEnd: null }
    },
  )
  .pipe(tripDetails)

type TripDialogProps = {
  /** The trip to change, or the values a new one starts with. */
  trip: Partial<Trip>
  records: YearRecords
  onClose: () => void
}

/** Adds or changes a trip: vehicle, day, kilometres and purpose; the odometer only where it's wanted. */
export function TripDialog({ trip, records, onClose }: TripDialogProps) {
  const { incomeYear, hasJobAndBusiness, vehicles, trips } = records
  const [tripId] = useState(() => trip._id ?? crypto.randomUUID())
  const save = useMutation(saveTrip)
  const remove = useMutation(removeTrip)
  const suggestions = useMemo(() => [...new Set(trips.map(({ purpose }) => purpose))].slice(0, 30), [trips])
  const starting = {
    vehicle: trip.vehicle ?? trips[0]?.vehicle ?? vehicles[0]?._id ?? '',
    day: trip.day ?? todayIn(incomeYear) ?? '',
    endedOn: trip.endedOn ?? '',
    hasOdometer: isNewTrip(trip) ? isKeepingLogbook(records) : (trip.odometerStart ?? null) !== null,
    km: trip.km === undefined ? '' : String(trip.km),
    odometerStart: trip.odometerStart?.toString() ?? '',
    odometerEnd: trip.odometerEnd?.toString() ?? '',
    purpose: trip.purpose ?? '',
    work: isForBusiness(trip, records) ? ('business' as const) : ('job' as const),
  }
  const form = useFormOf(tripForm, starting)
  const isNew = isNewTrip(trip)
  // What a new one starts with stays.
  const overtaken = useUpdatedValues(form, isNew ? {} : starting)
  const hasOdometer = useWatch({ control: form.control, name: 'hasOdometer' })
  const listId = useId()
  const range = recordableDays(incomeYear)

  const handleSubmit = async (body: z.output<typeof tripForm>) => {
    await save.mutateAsync({ params: { tripId }, body: { ...body, known: listed(trips, trip as Trip) } })
    onClose()
    offerUndo(`Trip ${isNew ? 'saved' : 'updated'}${inOtherYear(body.day, incomeYear)}.`, () =>
      isNew
        ? remove.mutateAsync({ params: { tripId } })
        : save.mutateAsync({ params: { tripId }, body: { ...detailsOf(trip as Trip), known: body } }),
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? 'Add a trip' : 'Edit trip'}
      form={form}
      onSubmit={handleSubmit}
      label="Trip"
    >
      {vehicles.length > 1 && (
        <SelectField
          name="vehicle"
          label="Vehicle"
          choices={vehicles.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      )}
      <div className="grid grid-cols-1 gap-4 min-[23rem]:grid-cols-2">
        <DateField name="day" label="Date" {...range} />
        {!hasOdometer && <TextField name="km" label="Kilometres" inputMode="decimal" autoComplete="off" />}
        {hasOdometer && <DateField name="endedOn" label="End date" optional {...range} />}
      </div>
      {hasOdometer && (
        <div className="grid grid-cols-2 gap-4">
          <TextField name="odometerStart" label="Odometer at start" inputMode="numeric" autoComplete="off" />
          <TextField name="odometerEnd" label="Odometer at end" inputMode="numeric" autoComplete="off" />
        </div>
      )}
      {hasJobAndBusiness && <RadioField name="work" label="What was it for?" choices={purposes} inline />}
      <PurposeField listId={listId} suggestions={suggestions} maxLength={MAX_PURPOSE} />
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 justify-self-start"
        onClick={() => form.setValue('hasOdometer', !hasOdometer, { shouldDirty: true })}
      >
        {hasOdometer ? 'Enter kilometres instead' : 'Enter odometer readings instead'}
      </Button>
      {overtaken}
      <SaveActions noun="trip" />
    </FormDialog>
  )
}

function isNewTrip(trip: Partial<Trip>): boolean {
  return trip._id === undefined
}

/** The body that saves a trip unchanged. */
function detailsOf(trip: Trip) {
  const { _id: _, ...details } = trip
  return details
}

/** A new one is for the same as the latest. */
function isForBusiness(trip: Partial<Trip>, { hasJobAndBusiness, trips }: YearRecords): boolean {
  const latest = isNewTrip(trip) && hasJobAndBusiness ? trips[0] : undefined
  return trip.isForBusiness ?? latest?.isForBusiness ?? false
}

/** A logbook needs odometer readings of each trip. */
function isKeepingLogbook({ logbooks }: YearRecords): boolean {
  return logbooks.some(({ endedOn }) => endedOn === null)
}
