import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import { formatCents } from '@docketbox/contract/core/money'
import type { DeskPayment, RefundLimits } from '@docketbox/contract/payments/admin-endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, useFormOf } from '#ui/forms/form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { refundLimits, refundPayment } from '../queries.ts'
import { RefundButton } from './refund-button.tsx'

/** Asks how much to refund and why; the audit log records both. */
export function RefundDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const limits = useQuery(refundLimits(payment._id))
  const [isDirty, setIsDirty] = useState(false)
  const { requestClose, confirmation } = useConfirmDiscard(isDirty, onClose)
  return (
    <Dialog
      title={`Refund ${payment.buyerName || payment.buyerEmail}`}
      description={limits.data ? explain(payment, limits.data) : 'Working out what can be refunded…'}
      open
      onOpenChange={(open) => !open && requestClose()}
    >
      <QueryView
        query={limits}
        loading={<Loading label="Working out what can be refunded" blocks={['h-18', 'h-28', 'h-11']} />}
        error={(error) => error.message}
      >
        {(current) =>
          current.wholeCents > 0 && (
            <RefundForm payment={payment} limits={current} onDirty={setIsDirty} onDone={onClose} />
          )
        }
      </QueryView>
      {confirmation}
    </Dialog>
  )
}

type RefundFormProps = {
  payment: DeskPayment
  limits: RefundLimits
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function RefundForm({ payment, limits, onDirty, onDone }: RefundFormProps) {
  const refund = useMutation(refundPayment)
  const form = useFormOf(refundForm(limits), { amountCents: limits.wholeCents, reason: '' })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  async function submit(body: { amountCents: number; reason: string }) {
    const { _id, refundableCents } = payment
    const { message } = await refund.mutateAsync({ params: { id: _id }, body: { refundableCents, ...body } })
    toast.success(message)
    onDone()
  }

  return (
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
  )
}

/** What can be refunded, and why not more. */
function explain(
  { amount }: DeskPayment,
  { wholeCents, partCents, creditedCents, takenBackCents }: RefundLimits,
): string {
  const whole = formatCents(wholeCents)
  if (amount === 0)
    return `This was paid with credit: up to ${whole} goes back to it. A full refund ends the access it bought.`
  if (creditedCents === 0)
    return `Up to ${whole} of ${formatCents(amount)}. A full refund ends the access this payment bought.`
  const credited = `${formatCents(creditedCents)} of ${formatCents(amount)} was credited to later bills when the plan changed.`
  if (wholeCents === 0) return `${credited} There’s nothing left to refund.`
  if (wholeCents === partCents) return `${credited} You can refund up to ${whole} of the rest.`
  const takesBack =
    takenBackCents > 0 ? ` and takes back the ${formatCents(takenBackCents)} of credit that’s left` : ''
  const part = partCents > 0 ? ` You can also refund up to ${formatCents(partCents)}.` : ''
  return `${credited} A full refund of ${whole} ends the plan${takesBack}.${part}`
}

function refundForm({ wholeCents, partCents }: RefundLimits) {
  return z.object({
    amountCents: z
      .int({ error: 'Enter an amount such as 4.99.' })
      .min(1, 'Refund at least one cent.')
      .max(wholeCents, `You can refund at most ${formatCents(wholeCents)}.`)
      .refine(
        (cents) => cents <= partCents || cents === wholeCents,
        partCents > 0
          ? `Refund ${formatCents(wholeCents)}, or at most ${formatCents(partCents)}.`
          : `You can only refund all ${formatCents(wholeCents)}.`,
      ),
    reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_LENGTH.reason, tooLong(MAX_LENGTH.reason)),
  })
}
