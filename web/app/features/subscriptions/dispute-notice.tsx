import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

/** Says why a plan with a disputed payment can't be changed or resumed. */
export function DisputeNotice() {
  return (
    <Notice tone="warning">
      {paymentRefusals.planDisputed.message} <TextLink to={paths.payments}>Payment History</TextLink>
    </Notice>
  )
}
