import { formatCents } from '@docketbox/contract/core/money'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import type { ReactNode } from 'react'
import { Amount } from '#ui/data/amount.tsx'

/** The amount paid, and the credit used or added: what was returned since was part of the price. */
export function PaidAmount({ payment }: { payment: Payment }) {
  const { amount, adjustmentNotes } = payment
  const usedCents = payment.creditCents + payment.creditReturnedCents
  const addedCents = adjustmentNotes
    .filter(({ isCredit }) => isCredit)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <span className="inline-grid justify-items-end">
      <Amount cents={amount} />
      {usedCents > 0 && <Credit>{formatCents(usedCents)} credit used</Credit>}
      {addedCents > 0 && <Credit>{formatCents(addedCents)} credit added</Credit>}
    </span>
  )
}

function Credit({ children }: { children: ReactNode }) {
  return <span className="text-xs whitespace-nowrap text-soft">{children}</span>
}
