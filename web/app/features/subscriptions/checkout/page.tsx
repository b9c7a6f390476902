import { paths, withQuery } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { Navigate, useSearchParams } from 'react-router'
import { isRefusedWith } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { isCodeRefused, messageOf } from '../errors.ts'
import { OpeningProviderPage, useProviderPage } from '../provider-page.tsx'
import { openCheckout } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Subscribe' })

/** Where the link of a plan leads: opens the payment provider's page for this user and goes there. */
export default function CheckoutPage() {
  const [params] = useSearchParams()
  const [plan, code] = [params.get('plan'), params.get('code')]
  if (!plan) return <Navigate to={paths.plans} replace />
  return <Checkout key={code} plan={plan} code={code} />
}

function Checkout({ plan, code }: { plan: string; code: string | null }) {
  const input = { body: { plan, ...(code && { code }) } }
  const { error, open, isPending } = useProviderPage(openCheckout, input)
  return (
    <Page width="form" title="Subscribe" back={{ to: paths.plans, label: 'Plans' }}>
      {error ? (
        <CheckoutError plan={plan} error={error} onRetry={open} isRetrying={isPending} />
      ) : (
        <OpeningProviderPage />
      )}
    </Page>
  )
}

/** Refusals that retrying won't change, and where to go instead. */
const waysOut = [
  { ...paymentRefusals.alreadySubscribed, to: paths.manageSubscription, label: 'Manage Subscription' },
  { ...paymentRefusals.debitUnderWay, to: paths.payments, label: 'Payment History' },
  // Withdrawn since its link was shown or mailed.
  { ...paymentRefusals.planNotFound, to: paths.plans, label: 'See the plans' },
]

type CheckoutErrorProps = { plan: string; error: Error; onRetry: () => void; isRetrying: boolean }

function CheckoutError({ plan, error, onRetry, isRetrying }: CheckoutErrorProps) {
  if (isCodeRefused(error)) {
    return (
      <EmptyState
        title={error.message}
        action={
          <ButtonLink to={withQuery(paths.checkout, { plan })} replace>
            Continue without the code
          </ButtonLink>
        }
      >
        Without the code you’d pay the full price. You haven’t been charged.{' '}
        <TextLink to={paths.plans}>See the plans</TextLink>
      </EmptyState>
    )
  }
  const wayOut = waysOut.find((refusal) => isRefusedWith(error, refusal))
  if (wayOut) {
    return (
      <EmptyState title={error.message} action={<ButtonLink to={wayOut.to}>{wayOut.label}</ButtonLink>}>
        {wayOut.code === paymentRefusals.planNotFound.code
          ? 'You haven’t been charged.'
          : 'You haven’t been charged again.'}
      </EmptyState>
    )
  }
  return (
    <ErrorState onRetry={onRetry} isRetrying={isRetrying}>
      {messageOf(error)}
    </ErrorState>
  )
}
