import { addDays } from '@docketbox/contract/core/dates'
import { daysOf, incomeYearOf } from '@docketbox/contract/core/income-years'
import { DIARY_DAYS } from '@docketbox/contract/records/diary'
import { type Diary, diaryDetails, type Service } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { todayIn } from '../day-range.ts'
import { saveDiary } from '../queries.ts'
import { optionalCents } from '#platform/format/typed-values.ts'
import { DeleteDiary } from './delete-diary.tsx'

type DiaryFormProps = { service: Service; name: string; incomeYear: string; diary: Diary | undefined }

export function DiaryForm({ service, name, incomeYear, diary }: DiaryFormProps) {
  const save = useMutation(saveDiary)
  const [schema] = useState(() => diaryForm(incomeYear))
  const starting = {
    startedOn: diary?.startedOn ?? todayIn(incomeYear) ?? '',
    ...(diary?.costCents != null && { costCents: diary.costCents }),
  }
  const form = useFormOf(schema, starting)
  const overtaken = useUpdatedValues(form, starting)
  const { first, last } = daysOf(incomeYear)
  const handleSubmit = async (body: z.output<typeof schema>) => {
    const sent = form.getValues()
    await save.mutateAsync({ params: { incomeYear, service }, body: { ...body, known: diary ?? null } })
    // What was typed meanwhile isn't saved yet.
    form.reset(sent, { keepValues: true })
    toast.success(diary ? 'Saved.' : 'Diary started.')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} label={`${name} diary`} className="grid gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField
          name="startedOn"
          label="First day of the four weeks"
          min={first}
          max={addDays(last, 1 - DIARY_DAYS)}
        />
        <MoneyField
          name="costCents"
          label="Bills for the year"
          optional
          hint="Only for the months you used it for work."
        />
      </div>
      {overtaken}
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant={diary ? 'secondary' : 'primary'} busy="Saving…">
          {diary ? 'Save' : 'Start the diary'}
        </SubmitButton>
        {diary && (
          <DeleteDiary name={name} incomeYear={incomeYear} diary={diary} onDeleted={() => form.reset()} />
        )}
      </div>
    </Form>
  )
}

function diaryForm(incomeYear: string) {
  const isInYear = (day: string) => incomeYearOf(day) === incomeYear
  return z
    .object({
      startedOn: z
        .string()
        .refine((day) => day === '' || (isInYear(day) && isInYear(addDays(day, DIARY_DAYS - 1))), {
          message: 'All four weeks must be in this income year.',
        }),
      costCents: optionalCents,
    })
    .transform((values): z.input<typeof diaryDetails> => values)
    .pipe(diaryDetails)
}
