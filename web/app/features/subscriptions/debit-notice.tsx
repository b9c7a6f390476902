import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { recentPayments } from './queries.ts'

/** Says that the bank debit for a user's plan or months is on its way. Renders nothing without one. */
export function DebitNotice() {
  const { data } = useQuery(recentPayments)
  // Months stay open while their card form is, too.
  const isPending = data?.docs.some(
    ({ status, months, isBankDebit }) => status === 'open' && (isBankDebit || months.length === 0),
  )
  if (!isPending) return null
  return (
    <Notice>
      {paymentRefusals.debitUnderWay.message} <TextLink to={paths.payments}>Payment History</TextLink>
    </Notice>
  )
}
