import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import {
  type ExpenseWithoutReceipt,
  type EvidenceKind,
  type ExpenseYear,
  newExpense,
} from '@docketbox/contract/expenses-without-receipt/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import { deductionLabels, formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { today } from '#platform/format/dates.ts'
import { typedPercent } from '#platform/format/percent.ts'
import { toast } from '#ui/feedback/toast.ts'
import { RadioField, SelectField } from '#ui/fields/choice-fields.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField, TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { optionalCents, optionalText } from '#platform/format/typed-values.ts'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton, FormDialog } from '#ui/overlay/form-dialog.tsx'
import { saveExpense } from './queries.ts'

/** Turns form values into the request. */
const expenseForm = z
  .object({
    kind: z.string().optional(),
    paidOn: z.string().optional(),
    supplier: z.string().default(''),
    description: z.string().default(''),
    amountCents: optionalCents,
    label: optionalText,
    workUsePercent: optionalText.transform((value) => (value === null ? null : typedPercent(value))),
    note: optionalText,
  })
  .transform((values) => values as z.input<typeof newExpense>)
  .pipe(newExpense)

const kindsWithin = (
  limits: ExpenseYear['limits'],
): { value: EvidenceKind; label: string; hint: string }[] => [
  {
    value: 'smallExpense',
    label: 'A small expense',
    hint: limits
      ? `Your own record, up to ${formatCents(limits.eachCents)} each and ${formatCents(limits.yearCents)} a year`
      : 'Your own record, within the yearly limit',
  },
  { value: 'unobtainable', label: 'No receipt available', hint: 'Such as tolls or parking' },
  { value: 'bankLine', label: 'Bank statement line', hint: 'With a note about what it was for' },
]

type ExpenseDialogProps = {
  /** What is changed; undefined for a new expense. */
  expense: ExpenseWithoutReceipt | undefined
  /** What saving may replace; anything if it's undefined. */
  known: ExpenseWithoutReceipt | undefined
  /** The year on screen. */
  incomeYear: string
  limits: ExpenseYear['limits']
  onClose: () => void
}

export function ExpenseDialog({ expense, known, incomeYear, limits, onClose }: ExpenseDialogProps) {
  const [id] = useState(() => expense?._id ?? crypto.randomUUID())
  const save = useMutation(saveExpense)
  const starting = startingValues(expense)
  const form = useFormOf(expenseForm, starting)
  const overtaken = useUpdatedValues(form, starting)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const isBankLine = kind === 'bankLine'
  const isSmall = kind === 'smallExpense'

  async function handleSubmit(body: z.output<typeof expenseForm>) {
    const saved = await save.mutateAsync({ params: { evidenceId: id }, body: { ...body, known } })
    const isListed = saved.incomeYear === incomeYear
    const elsewhere = isListed ? '' : ` It’s in ${formatIncomeYear(saved.incomeYear)}.`
    toast.success(`Expense ${expense ? 'updated' : 'saved'}.${elsewhere}`)
    onClose()
  }

  return (
    <FormDialog
      onClose={onClose}
      title={expense ? 'Edit expense' : 'Record an expense'}
      form={form}
      onSubmit={handleSubmit}
      label="Expense without a receipt"
    >
      <RadioField name="kind" label="What evidence do you have?" choices={kindsWithin(limits)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="paidOn" label="Date" max={today()} />
        <MoneyField name="amountCents" label="Amount" />
      </div>
      <TextField
        name="supplier"
        label={isBankLine ? 'As shown on the statement' : 'Supplier'}
        maxLength={MAX_LENGTH.supplier}
      />
      <TextField name="description" label="What you bought" maxLength={MAX_LENGTH.description} />
      <TextAreaField
        name="note"
        label={isBankLine ? 'What it was for' : isSmall ? 'Note' : 'Why there’s no receipt'}
        optional={isSmall}
        rows={2}
      />
      <TaxFileNumberWarning name="note" />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="label"
          label="Deduction label"
          optional
          placeholder="Not sorted yet"
          choices={deductionLabels.map((value) => ({ value, label: formatLabel(value) }))}
        />
        <TextField name="workUsePercent" label="Work use (%)" optional inputMode="numeric" />
      </div>
      {overtaken}
      <DialogActions>
        <CancelButton />
        <SubmitButton busy="Saving…">{expense ? 'Save changes' : 'Save expense'}</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}

function startingValues(expense: ExpenseWithoutReceipt | undefined) {
  if (!expense) return { kind: 'smallExpense' }
  const { kind, paidOn, supplier, description, amountCents, label, workUsePercent, note } = expense
  return {
    kind,
    paidOn,
    supplier,
    description,
    amountCents,
    ...(label !== null && { label }),
    ...(workUsePercent !== null && { workUsePercent: String(workUsePercent) }),
    ...(note !== null && { note }),
  }
}
