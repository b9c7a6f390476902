import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { usePendingDebit } from './pending-debit.ts'

/** Says that the bank debit for a user's plan or months is on its way. Renders nothing without one. */
export function DebitNotice({ person }: { person: PlanState }) {
  const debit = usePendingDebit(person)
  if (!debit) return null
  return (
    <Notice>
      {debit === 'plan'
        ? `${paymentRefusals.debitUnderWay.message} ${paymentTexts.debitPeriod}`
        : paymentTexts.monthsDebit}{' '}
      <TextLink to={paths.payments}>Payment History</TextLink>
    </Notice>
  )
}
