import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { isRefusedWith } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { messageOf } from '../errors.ts'
import { OpeningProviderPage, useProviderPage } from '../provider-page.tsx'
import { openPortal } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Billing details' })

/** Opens a new session of the payment provider's customer portal and redirects to it. */
export default function PortalPage() {
  const { error, open, isPending } = useProviderPage(openPortal, {})
  return (
    <Page width="form" title="Billing details" back={{ to: paths.dashboard, label: 'Dashboard' }}>
      {error ? <PortalError error={error} onRetry={open} isRetrying={isPending} /> : <OpeningProviderPage />}
    </Page>
  )
}

type PortalErrorProps = { error: Error; onRetry: () => void; isRetrying: boolean }

function PortalError({ error, onRetry, isRetrying }: PortalErrorProps) {
  if (isRefusedWith(error, paymentRefusals.noSubscription)) {
    return (
      <EmptyState
        title={error.message}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={paths.plans}>See the plans</ButtonLink>
            <ButtonLink to={paths.payments} variant="secondary">
              Payment History
            </ButtonLink>
          </div>
        }
      >
        Your past payments and tax invoices are in your payment history.
      </EmptyState>
    )
  }
  return (
    <ErrorState onRetry={onRetry} isRetrying={isRetrying}>
      {messageOf(error)}
    </ErrorState>
  )
}
