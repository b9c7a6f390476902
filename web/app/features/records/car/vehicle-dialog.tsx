import { MAX_VEHICLE_TEXT, type Vehicle, vehicleDetails } from '@docketbox/contract/records/schemas'
import { recordRefusals } from '@docketbox/contract/records/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { DeleteRecordDialog } from '#features/years'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useFormOf } from '#ui/forms/form.tsx'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { offerUndo, toast } from '#ui/feedback/toast.ts'
import { removeVehicle, saveVehicle, saveVehicleYear } from '../queries.ts'
import { SaveActions } from './save-actions.tsx'

const vehicleForm = z
  .object({ name: z.string(), registration: z.string(), engineCapacity: z.string(), kind: z.string() })
  .transform(({ kind, ...values }): z.input<typeof vehicleDetails> => ({ ...values, isCar: kind === 'car' }))
  .pipe(vehicleDetails)

const kinds = [
  { value: 'car', label: 'A car', hint: 'Carries less than a tonne and fewer than nine passengers.' },
  {
    value: 'other',
    label: 'Another vehicle',
    hint: 'A ute or van that carries a tonne or more, a minibus, or a motorcycle.',
  },
]

type VehicleDialogProps = {
  /** Undefined for a new one. */
  vehicle: Vehicle | undefined
  incomeYear: string
  /** Why it's asked for. */
  description?: string
  onClose: () => void
  /** By default it closes. */
  onSaved?: (vehicleId: string) => void
}

/** Adds or changes a vehicle, with what a logbook must say about it. */
export function VehicleDialog(props: VehicleDialogProps) {
  const { vehicle, incomeYear, description, onClose, onSaved = onClose } = props
  const [isDeleting, setIsDeleting] = useState(false)
  const [vehicleId] = useState(() => vehicle?._id ?? crypto.randomUUID())
  const save = useMutation(saveVehicle)
  const saveYear = useMutation(saveVehicleYear)
  const remove = useMutation(removeVehicle)
  const starting = {
    name: vehicle?.name ?? '',
    registration: vehicle?.registration ?? '',
    engineCapacity: vehicle?.engineCapacity ?? '',
    kind: vehicle?.isCar === false ? 'other' : 'car',
  }
  const form = useFormOf(vehicleForm, starting)
  const overtaken = useUpdatedValues(form, starting)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const params = { vehicleId }

  const handleSubmit = async (body: z.output<typeof vehicleForm>) => {
    await save.mutateAsync({ params, body: { ...body, known: vehicle } })
    onSaved(vehicleId)
  }
  const handleRemove = () =>
    attemptChange(async () => {
      const { deleted } = await remove.mutateAsync({ params })
      onClose()
      if (!deleted) return
      const { years, ...details } = deleted
      offerUndo('Vehicle deleted.', async () => {
        await save.mutateAsync({ params, body: { ...details, known: null } })
        for (const { incomeYear, ...year } of years)
          await saveYear.mutateAsync({ params: { incomeYear, vehicleId }, body: { ...year, known: null } })
      })
    })

  return (
    <FormDialog
      onClose={onClose}
      title={vehicle ? 'Edit vehicle' : 'Add a vehicle'}
      description={description}
      form={form}
      onSubmit={handleSubmit}
      label="Vehicle"
      beside={
        vehicle &&
        isDeleting && (
          <DeleteRecordDialog
            noun="vehicle"
            name={vehicle.name}
            incomeYear={incomeYear}
            onClose={() => setIsDeleting(false)}
            onDelete={handleRemove}
          />
        )
      }
    >
      <TextField name="name" label="Make and model" placeholder="Mazda 3" maxLength={MAX_VEHICLE_TEXT} />
      <RadioField name="kind" label="What is it?" choices={kinds} />
      {vehicle?.isCar && kind === 'other' && (
        <Notice>
          For any other vehicle, you claim its costs from your receipts. The logbook and the costs you’ve
          entered here stay saved, but don’t count.
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="registration"
          label="Registration"
          optional
          autoComplete="off"
          maxLength={MAX_VEHICLE_TEXT}
          hint={kind === 'car' ? 'You’ll need it for a logbook.' : undefined}
        />
        <TextField
          name="engineCapacity"
          label="Engine capacity"
          optional
          autoComplete="off"
          maxLength={MAX_VEHICLE_TEXT}
          hint={
            kind === 'car'
              ? 'You’ll need it for a logbook. For an electric car, enter “Electric”.'
              : undefined
          }
        />
      </div>
      {overtaken}
      <SaveActions
        noun="vehicle"
        onRemove={
          vehicle &&
          (() => (vehicle.isInUse ? toast.info(recordRefusals.vehicleInUse.message) : setIsDeleting(true)))
        }
        isRemoving={remove.isPending}
      />
    </FormDialog>
  )
}
