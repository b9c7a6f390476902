import { receiptCount } from '@docketbox/contract/core/counts'
import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { type VehicleYear, vehicleYearDetails } from '@docketbox/contract/records/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { query } from '#platform/api/query.ts'
import { formatDayOfYearUnbroken, today } from '#platform/format/dates.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { saveVehicleYear } from '../queries.ts'
import { optionalCents, optionalNumber } from '#platform/format/typed-values.ts'

const yearForm = z
  .object({ odometerStart: optionalNumber, odometerEnd: optionalNumber, costsCents: optionalCents })
  .transform((values): z.input<typeof vehicleYearDetails> => values)
  .pipe(vehicleYearDetails)

type YearFormProps = {
  vehicleId: string
  incomeYear: string
  vehicleYear: VehicleYear | undefined
  /** Whether the year's car expenses are all for this one. */
  isOnlyCar: boolean
}

/** A logbook's yearly figures: the odometer at the start and end of the year, and the costs of the car. */
export function YearForm({ vehicleId, incomeYear, vehicleYear, isOnlyCar }: YearFormProps) {
  const save = useMutation(saveVehicleYear)
  const starting = {
    odometerStart: vehicleYear?.odometerStart?.toString() ?? '',
    odometerEnd: vehicleYear?.odometerEnd?.toString() ?? '',
    ...(vehicleYear?.costsCents != null && { costsCents: vehicleYear.costsCents }),
  }
  const form = useFormOf(yearForm, starting)
  const overtaken = useUpdatedValues(form, starting)
  const { first, last } = daysOf(incomeYear)
  const isBeforeLast = today() < last
  const handleSubmit = async (body: z.output<typeof yearForm>) => {
    const sent = form.getValues()
    await save.mutateAsync({
      params: { incomeYear, vehicleId },
      body: { ...body, known: vehicleYear ?? null },
    })
    // What was typed meanwhile isn't saved yet.
    form.reset(sent, { keepValues: true })
    toast.success('Saved.')
  }
  return (
    <section aria-label={`This car in ${formatIncomeYear(incomeYear)}`} className="grid gap-3">
      <h3 className="font-semibold">This car in {formatIncomeYear(incomeYear)}</h3>
      <Form
        form={form}
        onSubmit={handleSubmit}
        label={`This car in ${formatIncomeYear(incomeYear)}`}
        about={vehicleId}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            name="odometerStart"
            label={`Odometer on ${formatDayOfYearUnbroken(first)}`}
            optional
            hint="Or on the day you got it."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            name="odometerEnd"
            label={
              isBeforeLast ? 'Odometer when you sold it' : `Odometer on ${formatDayOfYearUnbroken(last)}`
            }
            optional
            hint={
              isBeforeLast
                ? `If you still have the car, enter the reading on ${formatDayOfYearUnbroken(last)}.`
                : 'Or on the day you sold it.'
            }
            inputMode="numeric"
            autoComplete="off"
          />
          <MoneyField
            name="costsCents"
            label="All costs for the year"
            optional
            hint="Enter 0 if you sold it before this year."
          />
        </div>
        <CarReceipts incomeYear={incomeYear} canUse={isOnlyCar} />
        <p className="text-[0.8125rem] text-soft">
          Include fuel, servicing, insurance, registration, interest and the decline in value, before work
          use. Everything except fuel and oil needs a receipt.
        </p>
        {overtaken}
        <div>
          <SubmitButton variant="secondary" busy="Saving…">
            Save
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}

/** What the year's car expenses add up to, to start from if they're all for one car. */
function CarReceipts({ incomeYear, canUse }: { incomeYear: string; canUse: boolean }) {
  const { data } = useQuery(query(yearEndpoints.summary, { params: { incomeYear } }))
  const { setValue } = useFormContext()
  if (!data) return null
  const { cars, businessIncludesGst } = data
  const { receipts, spentCents, reimbursedCents, assetSpentCents, withoutReceiptCents } = cars
  const receiptCents = spentCents - reimbursedCents - assetSpentCents
  const cents = receiptCents + withoutReceiptCents
  if (cents === 0) return null
  const leftOut = [
    ...(reimbursedCents > 0 ? [`${formatCents(reimbursedCents)} you were paid back`] : []),
    ...(assetSpentCents > 0 ? [`${formatCents(assetSpentCents)} that’s for assets or may be`] : []),
  ]
  return (
    <p className="text-sm">
      {receipts > 0 && (
        <>
          Your car receipts: {formatCents(receiptCents)} from {receiptCount(receipts)}
          {leftOut.length > 0 && `, not counting ${leftOut.join(' or ')}`}.{' '}
        </>
      )}
      {withoutReceiptCents > 0 && `Your car expenses without a receipt: ${formatCents(withoutReceiptCents)}.`}
      {assetSpentCents > 0 && ' Add this year’s decline in value for assets.'}
      {businessIncludesGst && ' They include GST. Leave out what you claim back as a credit.'}
      {canUse && (
        <button
          type="button"
          className="-my-3 min-h-11 px-2 font-semibold text-leaf-deep underline underline-offset-3"
          onClick={() => setValue('costsCents', cents, { shouldDirty: true })}
        >
          Use this amount
        </button>
      )}
    </p>
  )
}
