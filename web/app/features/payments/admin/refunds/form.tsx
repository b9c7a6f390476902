import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import { formatCents } from '@docketbox/contract/core/money'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'

type Refund = { amountCents: number; reason: string }

type RefundFormProps = {
  label: string
  /** The id of the payment or the user. */
  about: string
  /** The maximum and the initial value. */
  maxCents: number
  /** Says why a smaller amount can't be refunded; undefined if it can. */
  explainRefusal?: (amountCents: number) => string | undefined
  /** @returns the message to show. */
  onSubmit: (refund: Refund) => Promise<string>
  onDirty: (isDirty: boolean) => void
  onDone: () => void
  /** Whether the response was lost and we're finding out. */
  isChecking: boolean
}

export function RefundForm(props: RefundFormProps) {
  const { label, about, maxCents, explainRefusal, onSubmit, onDirty, onDone, isChecking } = props
  const form = useFormOf(refundSchema(maxCents, explainRefusal), { amountCents: maxCents, reason: '' })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const isShown = useIsShown()

  async function submit(refund: Refund) {
    toast.success(await onSubmit(refund))
    if (isShown.current) onDone()
  }

  return (
    <Form form={form} onSubmit={submit} label={label} about={about}>
      <MoneyField name="amountCents" label="Amount" />
      <TextAreaField name="reason" label="Reason" hint="Recorded in the audit log." rows={2} />
      <ErrorNotice>{isChecking && paymentTexts.noResponse}</ErrorNotice>
      <RefundButton />
    </Form>
  )
}

function RefundButton() {
  const cents = useWatch<{ amountCents: number }>({ name: 'amountCents' })
  return (
    <SubmitButton busy="Refunding…" wide>
      {Number.isFinite(cents) ? `Refund ${formatCents(cents)}` : 'Refund'}
    </SubmitButton>
  )
}

function refundSchema(maxCents: number, explainRefusal: RefundFormProps['explainRefusal'] = () => undefined) {
  return z.object({
    amountCents: z
      .int({ error: 'Enter an amount such as 4.99.' })
      .min(1, 'Refund at least one cent.')
      .max(maxCents, tooMuch(maxCents))
      .refine((cents) => explainRefusal(cents) === undefined, {
        error: ({ input }) => explainRefusal(input as number),
      }),
    reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_LENGTH.reason, tooLong(MAX_LENGTH.reason)),
  })
}

function tooMuch(maxCents: number): string {
  return maxCents > 0
    ? `You can refund at most ${formatCents(maxCents)}.`
    : paymentRefusals.notRefundable.message
}
