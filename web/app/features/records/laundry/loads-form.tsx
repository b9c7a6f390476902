import { laundryDetails } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { DateField, TextField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Card } from '#ui/layout/card.tsx'
import { offerUndo } from '#ui/feedback/toast.ts'
import { inOtherYear, recordableDays, todayIn } from '../day-range.ts'
import { removeLaundry, saveLaundry } from '../queries.ts'
import { optionalNumber } from '#platform/format/typed-values.ts'
import { formatLoads } from './loads-list.tsx'

const zeroIfEmpty = optionalNumber.transform((typed) => typed ?? 0)
const loadsForm = z
  .object({ day: z.string(), workLoads: zeroIfEmpty, mixedLoads: zeroIfEmpty })
  .transform((values): z.input<typeof laundryDetails> => values)
  .pipe(laundryDetails)

/** Adds the loads of a day; starts with one load of today. */
export function LoadsForm({ incomeYear }: { incomeYear: string }) {
  // The same until it's saved, so that a retry adds them once.
  const [entryId, setEntryId] = useState(() => crypto.randomUUID())
  const save = useMutation(saveLaundry)
  const remove = useMutation(removeLaundry)
  const form = useFormOf(loadsForm, { day: todayIn(incomeYear) ?? '', workLoads: '1', mixedLoads: '' })
  const handleSubmit = async (body: z.output<typeof loadsForm>) => {
    const params = { entryId }
    await save.mutateAsync({ params, body })
    setEntryId(crypto.randomUUID())
    form.reset({ ...form.getValues(), workLoads: '1', mixedLoads: '' })
    offerUndo(`Added ${formatLoads(body)}${inOtherYear(body.day, incomeYear)}.`, () =>
      remove.mutateAsync({ params }),
    )
  }
  return (
    <Card>
      <Form form={form} onSubmit={handleSubmit} label="Add loads" className="grid gap-4">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-4 sm:grid-cols-3">
          <DateField
            name="day"
            label="Date"
            className="max-sm:col-span-full"
            {...recordableDays(incomeYear)}
          />
          <TextField
            name="workLoads"
            label="Work clothes only"
            optional
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField name="mixedLoads" label="Mixed loads" optional inputMode="numeric" autoComplete="off" />
        </div>
        <div>
          <SubmitButton busy="Adding…">Add loads</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
