import { formatCents } from '@docketbox/contract/core/money'
import type { CustomerCredit } from '@docketbox/contract/payments/credit-refund-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { customerCredit, refundCredit } from '../../queries.ts'
import { RefundForm } from './form.tsx'
import { useRefund } from './use-refund.ts'

type RefundCreditProps = { userId: string; credit: CustomerCredit; onClose: () => void }

/** Asks how much credit to refund and why; the audit log records both. */
export function RefundCreditDialog({ userId, credit, onClose }: RefundCreditProps) {
  // Sent with the refund, which is refused if someone has made one since.
  const [seen, setSeen] = useState(credit)
  const client = useQueryClient()
  const look = () => client.fetchQuery({ ...customerCredit(userId), staleTime: 0, retry: false })
  const hasChanged = async () => {
    const now = await look()
    return now.refundingCents > 0 || now.creditCents !== credit.creditCents
  }
  const { refund, isChecking, setIsDirty, requestClose, confirmation } = useRefund(
    refundCredit,
    hasChanged,
    onClose,
  )

  async function submit(body: { amountCents: number; reason: string }): Promise<string> {
    try {
      const { message } = await refund({
        params: { userId },
        body: { creditCents: seen.creditCents, ...body },
      })
      return message
    } catch (error) {
      void look().then(setSeen, () => undefined)
      throw error
    }
  }

  return (
    <Dialog title="Refund credit" description={explain(seen.refundableCents)} onClose={requestClose}>
      <RefundForm
        label="Refund credit"
        about={userId}
        maxCents={seen.refundableCents}
        onSubmit={submit}
        onDirty={setIsDirty}
        onDone={onClose}
        isChecking={isChecking}
      />
      {confirmation}
    </Dialog>
  )
}

function explain(refundableCents: number): string {
  if (refundableCents === 0) return paymentRefusals.notRefundable.message
  return `Refund up to ${formatCents(refundableCents)} to the cards or bank accounts it was paid with. They keep their plan, but can’t pay with this credit any more.`
}
