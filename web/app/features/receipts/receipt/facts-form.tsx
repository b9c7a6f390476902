import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import type { FactName } from '@docketbox/contract/reading/schemas'
import { isFromUser } from '@docketbox/contract/receipts/facts'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptTitle } from '@docketbox/contract/receipts/naming'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { type ApiError, isRefusedWith } from '#platform/api/error.ts'
import { today } from '#platform/format/dates.ts'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useUpdatedValues } from '#ui/forms/updated-values.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField, TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useConfirmUnload } from '#ui/overlay/discard-changes.tsx'
import { editFacts } from '../mutations.ts'
import { changesOf, factsAsRead, factsForm, startingValues } from './facts-values.ts'
import { FactHint, type SuggestedFact } from './fact-hint.tsx'
import { DescriptionField } from '../pending/description-field.tsx'

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
  const starting = startingValues(receipt, acceptsSuggestions)
  const form = useFormOf(factsForm, starting)

  const isShown = useIsShown()
  const [isTypedMeanwhile, setTypedMeanwhile] = useState(false)
  useReportUnsaved(isTypedMeanwhile)

  const { isDirty, isSubmitting } = form.formState
  useConfirmUnload(isSubmitting)
  useLayoutEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  const overtaken = useUpdatedValues(form, starting, (name) => isFromUser(receipt.sources[name as FactName]))

  async function handleSubmit(values: z.output<typeof factsForm>) {
    const sent = form.getValues()
    const subscription = form.watch((_, { type }) => type === 'change' && setTypedMeanwhile(true))
    try {
      await save(values, sent)
    } finally {
      subscription.unsubscribe()
      setTypedMeanwhile(false)
    }
  }
  async function save(values: z.output<typeof factsForm>, sent: z.input<typeof factsForm>) {
    const body = changesOf(values, receipt, acceptsSuggestions)
    const send: SendFacts = (known) =>
      edit.mutateAsync({ params: { uploadId: receipt._id }, body: { ...body, known } })
    try {
      if (Object.keys(body).length > 0) await send(factsAsRead(receipt))
    } catch (error) {
      if (isShown.current) throw error
      return reportFailure(receipt, send, error as ApiError)
    }
    // What was typed meanwhile isn't saved yet.
    form.reset(sent, { keepValues: true })
    const hasNewer = Object.entries(form.getValues()).some(
      ([name, value]) => value !== sent[name as keyof typeof sent],
    )
    if (!onSaved || hasNewer) toast.success(receiptTexts.updated)
    else if (isShown.current) onSaved()
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
      <TextAreaField name="note" label="Note" optional rows={2} />
      <TaxFileNumberWarning name="note" />
      {overtaken}
      {actions ?? <SubmitButton busy="Saving…">Save details</SubmitButton>}
    </Form>
  )
}

/** Without what was read, it replaces what's there. */
type SendFacts = (known?: ReturnType<typeof factsAsRead>) => Promise<unknown>

/** Says that a receipt couldn't be saved once its form is gone. */
function reportFailure(receipt: ReceiptDetails, send: SendFacts, error: ApiError): void {
  const isChanged = isRefusedWith(error, commonRefusals.changed)
  const tryAgain = () =>
    void send(isChanged ? undefined : factsAsRead(receipt)).then(
      () => toast.success(receiptTexts.updated),
      (error: ApiError) => reportFailure(receipt, send, error),
    )
  toast.error(error.message, {
    detail: receiptTitle(receipt),
    action: { label: isChanged ? 'Save anyway' : 'Try again', onPress: tryAgain },
  })
}
