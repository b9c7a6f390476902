import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { recentPayments } from './queries.ts'

/** Says that the bank debit for a user's plan is on its way. Renders nothing without one. */
export function DebitNotice() {
  const { data } = useQuery(recentPayments)
  const isPending = data?.docs.some(({ status, months }) => status === 'open' && months.length === 0)
  if (!isPending) return null
  return (
    <Notice>
      {paymentRefusals.debitUnderWay.message} <TextLink to={paths.payments}>Payment History</TextLink>
    </Notice>
  )
}
