import { formatCents } from '@docketbox/contract/core/money'
import { useWatch } from 'react-hook-form'
import { SubmitButton } from '#ui/forms/form.tsx'

/** Submits the refund of the amount in the form it's in. */
export function RefundButton() {
  const cents = useWatch<{ amountCents: number }>({ name: 'amountCents' })
  return (
    <SubmitButton busy="Refunding…" wide>
      {Number.isFinite(cents) ? `Refund ${formatCents(cents)}` : 'Refund'}
    </SubmitButton>
  )
}
