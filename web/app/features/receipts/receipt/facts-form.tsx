import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { type ReceiptFacts, receiptFactsChange } from '@docketbox/contract/receipts/facts'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import type { ApiError } from '#platform/api/error.ts'
import { today } from '#platform/format/dates.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField, TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { editFacts } from '../mutations.ts'
import { FactHint, type SuggestedFact } from './fact-hint.tsx'
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
    currency: z
      .string()
      .optional()
      .transform((value) => value?.trim().toUpperCase() || 'AUD'),
    audCents: optionalCents,
    workUsePercent: optionalText.transform((value) => (value === null ? null : Number(value))),
    buyer: optionalText,
    isReimbursed: z
      .string()
      .optional()
      .transform((answer) => (answer ? answer === 'yes' : null)),
    note: optionalText,
  })
  .transform((values): z.input<typeof receiptFactsChange> => values)
  .pipe(receiptFactsChange)

const yesOrNo = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
]

type FactsFormProps = {
  receipt: ReceiptDetails
  onDirtyChange?: (isDirty: boolean) => void
  /** Fills in what was read without certainty, so that saving accepts it. */
  acceptsSuggestions?: boolean
  onSaved?: () => void
  /** Buttons in place of Save details. */
  actions?: ReactNode
}

/** Edits the facts of a receipt. Only the description is required. */
export function FactsForm(props: FactsFormProps) {
  const { receipt, onDirtyChange, acceptsSuggestions = false, onSaved, actions } = props
  const edit = useMutation(editFacts)
  const form = useFormOf(factsForm, startingValues(receipt, acceptsSuggestions))

  const { isDirty } = form.formState
  useLayoutEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  useUpdatedValues(form, receipt, acceptsSuggestions)

  async function handleSubmit(values: z.output<typeof factsForm>) {
    const body = changesOf(values, receipt, acceptsSuggestions)
    if (Object.keys(body).length > 0) await edit.mutateAsync({ params: { uploadId: receipt._id }, body })
    form.reset(form.getValues())
    if (onSaved) onSaved()
    else toast.success(receiptTexts.updated)
  }
  const currency = useWatch({ control: form.control, name: 'currency' })
  const isForeign = (currency?.trim().toUpperCase() || 'AUD') !== 'AUD'
  const isReimbursed = useWatch({ control: form.control, name: 'isReimbursed' })
  const needsBuyer = receipt.missing.includes('buyer') || receipt.facts.buyer !== null
  const hint = (name: SuggestedFact) => <FactHint name={name} receipt={receipt} />

  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
      label="Receipt details"
      sentenceFor={(error: ApiError) => (error.status >= 500 ? receiptTexts.notUpdated : undefined)}
    >
      <DescriptionField rows={2} />
      <div className="@container">
        <div className="grid gap-5 @md:grid-cols-2">
          <TextField
            name="supplier"
            label="Supplier"
            optional
            maxLength={MAX_LENGTH.supplier}
            hint={hint('supplier')}
          />
          <TextField
            name="supplierAbn"
            label="Supplier ABN"
            optional
            inputMode="numeric"
            hint={hint('supplierAbn')}
          />
          <MoneyField name="totalCents" label="Total" optional hint={hint('totalCents')} />
          <MoneyField name="gstCents" label="GST" optional hint={hint('gstCents')} />
          <DateField
            name="documentDate"
            label="Date on the receipt"
            optional
            max={today()}
            hint={hint('documentDate')}
          />
          <DateField name="paidDate" label="Date paid" optional max={today()} />
          <TextField
            name="workUsePercent"
            label="Work use (%)"
            optional
            inputMode="numeric"
            hint={hint('workUsePercent')}
          />
          <TextField name="currency" label="Currency" optional maxLength={3} spellCheck={false} />
          {isForeign && (
            <MoneyField
              name="audCents"
              label="Total in Australian dollars"
              optional
              hint="We use this amount in totals, and keep the original amount too."
            />
          )}
          <SelectField
            name="isReimbursed"
            label="Did someone pay you back?"
            optional
            placeholder="Not answered"
            choices={yesOrNo}
            hint={
              isReimbursed === 'yes' &&
              'You can’t claim an expense someone paid you back for, so we leave it out of what’s claimable.'
            }
          />
          {needsBuyer && (
            <TextField
              name="buyer"
              label="Buyer on the invoice"
              optional
              maxLength={MAX_LENGTH.supplier}
              hint="The name or ABN it’s made out to. Larger tax invoices have to show it."
            />
          )}
        </div>
      </div>
      <TextAreaField name="note" label="Note" optional rows={2} maxLength={MAX_LENGTH.note} />
      <TaxFileNumberWarning name="note" />
      {actions ?? <SubmitButton busy="Saving…">Save details</SubmitButton>}
    </Form>
  )
}

function startingValues({ facts, description, suggestions }: ReceiptDetails, acceptsSuggestions: boolean) {
  const shown: ReceiptFacts = Object.assign({}, facts, acceptsSuggestions && suggestions)
  return {
    description,
    ...omitNulls({
      supplier: shown.supplier,
      supplierAbn: shown.supplierAbn,
      documentDate: shown.documentDate,
      paidDate: shown.paidDate,
      totalCents: shown.totalCents,
      gstCents: shown.gstCents,
      currency: shown.currency,
      audCents: shown.audCents,
      workUsePercent: shown.workUsePercent === null ? null : String(shown.workUsePercent),
      buyer: shown.buyer,
      isReimbursed: shown.isReimbursed === null ? null : shown.isReimbursed ? 'yes' : 'no',
      note: shown.note,
    }),
  }
}

/** What to save: changed facts, and what was decided about suggestions. */
function changesOf(
  values: z.output<typeof factsForm>,
  { facts, description, suggestions }: ReceiptDetails,
  acceptsSuggestions: boolean,
): z.output<typeof factsForm> {
  const current: Record<string, unknown> = { ...facts, description }
  const isDecided = (name: string) => acceptsSuggestions && Object.hasOwn(suggestions ?? {}, name)
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== current[name] || isDecided(name)),
  )
}

/** Fills in values that are read while the form is open, except in edited fields. */
function useUpdatedValues(
  form: UseFormReturn<z.input<typeof factsForm>, unknown, z.output<typeof factsForm>>,
  receipt: ReceiptDetails,
  acceptsSuggestions: boolean,
): void {
  const { isSubmitting, dirtyFields } = form.formState
  const shown = useRef(receipt)
  useEffect(() => {
    if (isSubmitting || shown.current === receipt) return
    shown.current = receipt
    form.reset(startingValues(receipt, acceptsSuggestions), { keepDirtyValues: true })
  }, [isSubmitting, receipt, acceptsSuggestions, form, dirtyFields])
}

/** Fields of unknown facts start empty. */
function omitNulls<Facts extends Record<string, string | number | null>>(facts: Facts) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as {
    [Name in keyof Facts]?: NonNullable<Facts[Name]>
  }
}
