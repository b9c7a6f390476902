import { formatCents } from '@docketbox/contract/core/money'
import type { CustomerCredit } from '@docketbox/contract/payments/credit-refund-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { refundCredit } from '../queries.ts'
import { RefundForm } from './refund-form.tsx'

type RefundCreditProps = { userId: string; credit: CustomerCredit; onClose: () => void }

/** Asks how much credit to refund and why; the audit log records both. */
export function RefundCreditDialog({ userId, credit, onClose }: RefundCreditProps) {
  const { creditCents, refundableCents } = credit
  const refund = useMutation(refundCredit)
  const [isDirty, setIsDirty] = useState(false)
  const { requestClose, confirmation } = useConfirmDiscard(isDirty, onClose)

  async function submit(body: { amountCents: number; reason: string }): Promise<string> {
    const { message } = await refund.mutateAsync({ params: { userId }, body: { creditCents, ...body } })
    return message
  }

  return (
    <Dialog
      title="Refund credit"
      description={`Refund up to ${formatCents(refundableCents)} to the cards or bank accounts it was paid with. They keep their plan, but can’t pay with this credit any more.`}
      open
      onOpenChange={(open) => !open && requestClose()}
    >
      <RefundForm
        label="Refund credit"
        maxCents={refundableCents}
        onSubmit={submit}
        onDirty={setIsDirty}
        onDone={onClose}
      />
      {confirmation}
    </Dialog>
  )
}
