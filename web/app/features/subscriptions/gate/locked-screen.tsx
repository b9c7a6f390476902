import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { Lock } from 'lucide-react'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

/**
 * Shown in place of Scan and Upload to users without a plan.
 * @param isStarting whether the bank debit for their plan is on its way.
 */
export function LockedScreen({ isStarting }: { isStarting: boolean }) {
  return (
    <Page width="message" className="justify-items-center text-center">
      <Lock className="size-10 text-clay" aria-hidden="true" />
      <PageHeading>You need a plan to add receipts</PageHeading>
      <p className="text-soft">
        {isStarting ? paymentRefusals.debitUnderWay.message : 'Choose a plan to scan and upload receipts.'}{' '}
        You can always view and download the ones you have.
      </p>
      <ButtonLink to={isStarting ? paths.payments : paths.plans} className="mt-2">
        {isStarting ? 'Payment History' : 'See the plans'}
      </ButtonLink>
      <TextLink to={paths.dashboard}>Dashboard</TextLink>
    </Page>
  )
}
