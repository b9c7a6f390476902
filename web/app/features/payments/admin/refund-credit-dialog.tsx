import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import { formatCents } from '@docketbox/contract/core/money'
import type { CustomerCredit } from '@docketbox/contract/payments/credit-refund-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { toast } from '#ui/feedback/toast.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, useFormOf } from '#ui/forms/form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { refundCredit } from '../queries.ts'
import { RefundButton } from './refund-button.tsx'

type RefundCreditProps = { userId: string; credit: CustomerCredit; onClose: () => void }

/** Asks how much credit to pay back and why; the audit log records both. */
export function RefundCreditDialog(props: RefundCreditProps) {
  const [isDirty, setIsDirty] = useState(false)
  const { requestClose, confirmation } = useConfirmDiscard(isDirty, props.onClose)
  const refundable = formatCents(props.credit.refundableCents)
  return (
    <Dialog
      title="Refund credit"
      description={`Up to ${refundable} goes back to the cards or bank accounts it was paid with. Their plan goes on, and they can’t use this credit any more.`}
      open
      onOpenChange={(open) => !open && requestClose()}
    >
      <RefundCreditForm {...props} onDirty={setIsDirty} />
      {confirmation}
    </Dialog>
  )
}

function RefundCreditForm({
  userId,
  credit: { creditCents, refundableCents },
  onClose,
  onDirty,
}: RefundCreditProps & { onDirty: (isDirty: boolean) => void }) {
  const refund = useMutation(refundCredit)
  const form = useFormOf(refundForm(refundableCents), { amountCents: refundableCents, reason: '' })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  async function submit(body: { amountCents: number; reason: string }) {
    const { message } = await refund.mutateAsync({ params: { userId }, body: { creditCents, ...body } })
    toast.success(message)
    onClose()
  }

  return (
    <Form form={form} onSubmit={submit} label="Refund credit">
      <MoneyField name="amountCents" label="Amount" />
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Recorded in the audit log."
        rows={2}
        maxLength={MAX_LENGTH.reason}
      />
      <RefundButton />
    </Form>
  )
}

function refundForm(refundableCents: number) {
  return z.object({
    amountCents: z
      .int({ error: 'Enter an amount such as 4.99.' })
      .min(1, 'Refund at least one cent.')
      .max(refundableCents, `You can refund at most ${formatCents(refundableCents)}.`),
    reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_LENGTH.reason, tooLong(MAX_LENGTH.reason)),
  })
}
