import { addDays } from '@docketbox/contract/core/dates'
import { isValidIn, LOGBOOK_DAYS } from '@docketbox/contract/records/logbook'
import { logbookDetails, type LogbookResult, type Vehicle } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { DeleteRecordDialog } from '#features/years'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { DateField, TextField } from '#ui/fields/text-field.tsx'
import { useFormOf } from '#ui/forms/form.tsx'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo, toast } from '#ui/feedback/toast.ts'
import { inOtherYear, recordableDays, todayIn } from '../day-range.ts'
import { removeLogbook, saveLogbook } from '../queries.ts'
import { optionalDay, optionalNumber } from '#platform/format/typed-values.ts'
import { SaveActions } from './save-actions.tsx'

type LogbookDialogProps = {
  /** Undefined for a new one. */
  logbook: LogbookResult | undefined
  /** What saving may replace; anything if it's undefined. */
  known: LogbookResult | undefined
  vehicle: Vehicle
  incomeYear: string
  onClose: () => void
}

export function LogbookDialog({ logbook, known, vehicle, incomeYear, onClose }: LogbookDialogProps) {
  const [logbookId] = useState(() => logbook?._id ?? crypto.randomUUID())
  const [isDeleting, setIsDeleting] = useState(false)
  const save = useMutation(saveLogbook)
  const remove = useMutation(removeLogbook)
  const [schema] = useState(() => logbookForm(vehicle._id))
  const starting = {
    startedOn: logbook?.startedOn ?? todayIn(incomeYear) ?? '',
    endedOn: logbook?.endedOn ?? '',
    odometerStart: logbook?.odometerStart.toString() ?? '',
    odometerEnd: logbook?.odometerEnd?.toString() ?? '',
  }
  const form = useFormOf(schema, starting)
  const overtaken = useUpdatedValues(form, starting)
  const startedOn = useWatch({ control: form.control, name: 'startedOn' })
  const params = { logbookId }

  const handleSubmit = async (body: z.output<typeof schema>) => {
    await save.mutateAsync({ params, body: { ...body, known } })
    onClose()
    if (!isValidIn(body, incomeYear))
      toast.success(`Logbook saved${inOtherYear(body.startedOn, incomeYear)}.`)
  }
  const handleRemove = () =>
    attemptChange(async () => {
      const { deleted } = await remove.mutateAsync({ params })
      onClose()
      if (!deleted) return
      const { _id: _, ...details } = deleted
      offerUndo('Logbook deleted. We’ve kept its trips.', () =>
        save.mutateAsync({ params, body: { ...details, known: null } }),
      )
    })

  return (
    <FormDialog
      onClose={onClose}
      title={`Logbook for ${vehicle.name}`}
      description="At least 12 weeks in a row that are typical of how you drive. Enter every work trip in that time, with its odometer readings."
      form={form}
      onSubmit={handleSubmit}
      label="Logbook"
      about={vehicle._id}
      beside={
        logbook &&
        isDeleting && (
          <DeleteRecordDialog
            noun="logbook"
            name={`${vehicle.name}, from ${formatDayUnbroken(logbook.startedOn)}`}
            incomeYear={incomeYear}
            lastYear={logbook.lastYear}
            onClose={() => setIsDeleting(false)}
            onDelete={handleRemove}
          />
        )
      }
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField name="startedOn" label="Start date" max={recordableDays(incomeYear).max} />
        <TextField name="odometerStart" label="Odometer at start" inputMode="numeric" autoComplete="off" />
        <DateField
          name="endedOn"
          label="End date"
          optional
          max={today()}
          {...(startedOn && {
            hint: `${formatDayUnbroken(addDays(startedOn, LOGBOOK_DAYS - 1))} or later.`,
          })}
        />
        <TextField
          name="odometerEnd"
          label="Odometer at end"
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      {overtaken}
      <SaveActions
        noun="logbook"
        onRemove={logbook && (() => setIsDeleting(true))}
        isRemoving={remove.isPending}
      />
    </FormDialog>
  )
}

function logbookForm(vehicle: string) {
  return z
    .object({
      startedOn: z.string(),
      endedOn: optionalDay,
      odometerStart: optionalNumber.transform((reading) => reading ?? Number.NaN),
      odometerEnd: optionalNumber,
    })
    .transform((values): z.input<typeof logbookDetails> => ({ ...values, vehicle }))
    .pipe(logbookDetails)
}
