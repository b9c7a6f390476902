import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { recentPayments } from './queries.ts'

/** Says to users without a plan that the bank debit for one is on its way; otherwise nothing. */
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
