import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { lodgedVia } from '@docketbox/contract/years/schemas'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { yearTexts } from '@docketbox/contract/years/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { DateField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton, FormDialog } from '#ui/overlay/form-dialog.tsx'
import { forgetLodgedReturn, saveLodgedReturn } from '../queries.ts'

const choices = [
  { value: 'myTax', label: 'Myself, with myTax' },
  { value: 'agent', label: 'Through a registered tax agent' },
  { value: 'paper', label: 'Myself, on paper' },
]

type LodgedReturnDialogProps = {
  summary: YearSummary
  /** Starts with today as the day it was amended. */
  isAmending?: boolean
  onClose: () => void
}

export function LodgedReturnDialog({ summary, isAmending = false, onClose }: LodgedReturnDialogProps) {
  const { incomeYear, lodgement } = summary
  const [schema] = useState(() => lodgedReturnForm(incomeYear))
  const starting = {
    ...(lodgement && { lodgedOn: lodgement.lodgedOn, via: lodgement.via }),
    amendedOn: isAmending ? today() : (lodgement?.amendedOn ?? ''),
  }
  const form = useFormOf(schema, starting)
  const overtaken = useUpdatedValues(form, starting)
  const save = useMutation(saveLodgedReturn)
  const forget = useMutation(forgetLodgedReturn)
  const params = { incomeYear }

  const restore = (): Promise<unknown> =>
    lodgement ? save.mutateAsync({ params, body: lodgement }) : forget.mutateAsync({ params })
  const handleDone = (message: string) => {
    onClose()
    offerUndo(message, restore)
  }
  const handleSubmit = async (body: z.output<typeof schema>) => {
    await save.mutateAsync({ params, body: { ...body, known: lodgement } })
    const amendedOn = isAmending ? body.amendedOn : null
    handleDone(
      `Marked as ${amendedOn ? 'amended' : 'lodged'} on ${formatDayUnbroken(amendedOn ?? body.lodgedOn)}.`,
    )
  }
  const handleForget = () =>
    attemptChange(async () => {
      await forget.mutateAsync({ params })
      handleDone('Marked as not lodged.')
    })

  const range = { min: dayAfterYear(incomeYear), max: today() }
  return (
    <FormDialog
      onClose={onClose}
      title={`Your return for ${formatIncomeYear(incomeYear)}`}
      description="How long to keep your receipts depends on when you lodged it. We don’t lodge anything for you."
      form={form}
      onSubmit={handleSubmit}
      label="Lodged return"
    >
      <DateField name="lodgedOn" label="I lodged it on" {...range} />
      <RadioField name="via" label="How did you lodge it?" choices={choices} />
      {(lodgement || isAmending) && (
        <DateField name="amendedOn" label="Last amended on" optional {...range} />
      )}
      {overtaken}
      <DialogActions>
        {lodgement && (
          <Button
            variant="quiet"
            className="sm:mr-auto"
            busy={forget.isPending && 'Saving…'}
            onClick={handleForget}
          >
            I haven’t lodged it
          </Button>
        )}
        <CancelButton />
        <SubmitButton busy="Saving…">Save</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}

/** The same rules as the server's. */
function lodgedReturnForm(incomeYear: string) {
  const { last } = daysOf(incomeYear)
  const pastDay = z.iso
    .date('Enter a date as day, month and year.')
    .refine((day) => day <= today(), yearTexts.futureDay)
  return z
    .object({
      lodgedOn: pastDay.refine((day) => day > last, yearTexts.lodgedTooEarly(incomeYear)),
      via: lodgedVia,
      amendedOn: z
        .literal('')
        .or(pastDay)
        .transform((day) => day || null),
    })
    .refine(({ lodgedOn, amendedOn }) => amendedOn === null || amendedOn >= lodgedOn, {
      path: ['amendedOn'],
      message: yearTexts.amendedTooEarly,
    })
}

function dayAfterYear(incomeYear: string): string {
  return `${daysOf(incomeYear).last.slice(0, 4)}-07-01`
}
