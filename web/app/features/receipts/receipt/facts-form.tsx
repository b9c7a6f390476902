import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptFactsChange } from '@docketbox/contract/receipts/facts'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import type { ApiError } from '#platform/api/error.ts'
import { today } from '#platform/format/dates.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField, TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { editFacts } from '../mutations.ts'
import { DescriptionField } from '../pending/description-field.tsx'

const emptyToNull = (value: string | undefined) => (value === undefined || value.trim() === '' ? null : value)
const optionalText = z.string().optional().transform(emptyToNull)
const optionalCents = z
  .number({ error: 'Enter an amount such as 12.50.' })
  .optional()
  .transform((cents) => cents ?? null)

/** Turns form values into the request: an empty field clears its fact. */
const factsForm = z
  .object({
    description: z.string(),
    supplier: optionalText,
    supplierAbn: optionalText,
    documentDate: optionalText,
    paidDate: optionalText,
    totalCents: optionalCents,
    gstCents: optionalCents,
    workUsePercent: optionalText.transform((value) => (value === null ? null : Number(value))),
    note: optionalText,
  })
  .transform((values): z.input<typeof receiptFactsChange> => values)
  .pipe(receiptFactsChange)

type FactsFormProps = { receipt: ReceiptDetails; onDirtyChange: (isDirty: boolean) => void }

/** Edits the facts of a receipt. Only the description is required. */
export function FactsForm({ receipt, onDirtyChange }: FactsFormProps) {
  const { facts, description } = receipt
  const edit = useMutation(editFacts)
  const form = useFormOf(factsForm, {
    description,
    ...omitNulls({
      supplier: facts.supplier,
      supplierAbn: facts.supplierAbn,
      documentDate: facts.documentDate,
      paidDate: facts.paidDate,
      totalCents: facts.totalCents,
      gstCents: facts.gstCents,
      workUsePercent: facts.workUsePercent === null ? null : String(facts.workUsePercent),
      note: facts.note,
    }),
  })

  const { isDirty } = form.formState
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  async function handleSubmit(body: z.output<typeof factsForm>) {
    await edit.mutateAsync({ params: { uploadId: receipt._id }, body })
    form.reset(form.getValues())
    toast.success(receiptTexts.updated)
  }

  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
      label="Receipt details"
      sentenceFor={(error: ApiError) => (error.status >= 500 ? receiptTexts.notUpdated : undefined)}
    >
      <DescriptionField rows={2} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="supplier" label="Supplier" optional maxLength={MAX_LENGTH.supplier} />
        <TextField name="supplierAbn" label="Supplier ABN" optional inputMode="numeric" />
        <MoneyField name="totalCents" label="Total" optional />
        <MoneyField name="gstCents" label="GST" optional />
        <DateField name="documentDate" label="Date on the receipt" optional max={today()} />
        <DateField name="paidDate" label="Date paid" optional max={today()} />
        <TextField name="workUsePercent" label="Work use (%)" optional inputMode="numeric" />
      </div>
      <TextAreaField name="note" label="Note" optional rows={2} maxLength={MAX_LENGTH.note} />
      <TaxFileNumberWarning name="note" />
      <SubmitButton busy="Saving…">Save details</SubmitButton>
    </Form>
  )
}

/** Fields of unknown facts start empty. */
function omitNulls<Facts extends Record<string, string | number | null>>(facts: Facts) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as {
    [Name in keyof Facts]?: NonNullable<Facts[Name]>
  }
}
