import type { DeskPayment } from '@docketbox/contract/payments/admin-endpoints'
import { z } from 'zod'
import { formatCents } from '@docketbox/contract/core/money'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useRefund } from '../queries.ts'

/** Asks how much is given back and why; both are noted in the audit log. */
export function RefundDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const left = formatCents(payment.refundableCents)
  return (
    <Dialog
      title={`Refund ${payment.buyerName || payment.buyerEmail}`}
      description={`Up to ${left} of ${formatCents(payment.amount)}. The whole ends at once what this payment opened.`}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <RefundForm payment={payment} onDone={onClose} />
    </Dialog>
  )
}

function RefundForm({ payment, onDone }: { payment: DeskPayment; onDone: () => void }) {
  const { _id, refundableCents } = payment
  const refund = useRefund()
  const form = useFormOf(formOf(refundableCents), { amountCents: refundableCents })

  async function submit(body: { amountCents: number; reason: string }) {
    const { message } = await refund.mutateAsync({ id: _id, refundableCents, ...body })
    toast.success(message)
    onDone()
  }

  return (
    <Form form={form} onSubmit={submit} label="Refund">
      <MoneyField name="amountCents" label="Amount" />
      <TextAreaField name="reason" label="Reason" hint="Kept in the audit log." rows={2} />
      <SubmitButton busy="Giving it back…" wide>
        Give it back
      </SubmitButton>
    </Form>
  )
}

function formOf(refundableCents: number) {
  return z.object({
    amountCents: z
      .int({ error: 'Enter an amount such as 4.99.' })
      .min(1, 'At least one cent.')
      .max(refundableCents, `At most ${formatCents(refundableCents)}.`),
    reason: z.string().trim().min(1, 'A reason is required.').max(500, 'At most 500 characters.'),
  })
}
