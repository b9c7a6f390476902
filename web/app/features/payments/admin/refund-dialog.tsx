import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import { formatCents } from '@docketbox/contract/core/money'
import type { DeskPayment } from '@docketbox/contract/payments/admin-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { toast } from '#ui/feedback/toast.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { refundPayment } from '../queries.ts'

/** Asks how much to refund and why; the audit log records both. */
export function RefundDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const { _id, amount, buyerName, buyerEmail, refundableCents } = payment
  const refund = useMutation(refundPayment)
  const form = useFormOf(refundForm(refundableCents), { amountCents: refundableCents, reason: '' })
  const { requestClose, confirmation } = useConfirmDiscard(form.formState.isDirty, onClose)

  async function submit(body: { amountCents: number; reason: string }) {
    const { message } = await refund.mutateAsync({ params: { id: _id }, body: { refundableCents, ...body } })
    toast.success(message)
    onClose()
  }

  return (
    <Dialog
      title={`Refund ${buyerName || buyerEmail}`}
      description={`Up to ${formatCents(refundableCents)} of ${formatCents(amount)}. A full refund ends the access this payment bought.`}
      open
      onOpenChange={(open) => !open && requestClose()}
    >
      <Form form={form} onSubmit={submit} label="Refund">
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
      {confirmation}
    </Dialog>
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

function refundForm(refundableCents: number) {
  return z.object({
    amountCents: z
      .int({ error: 'Enter an amount such as 4.99.' })
      .min(1, 'Refund at least one cent.')
      .max(refundableCents, `You can refund at most ${formatCents(refundableCents)}.`),
    reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_LENGTH.reason, tooLong(MAX_LENGTH.reason)),
  })
}
