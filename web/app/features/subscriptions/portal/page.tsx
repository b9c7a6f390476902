import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { useOpenPortal } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Billing' })

/** Opens a fresh session of the payment provider's customer portal and goes there. */
export default function PortalPage() {
  const { mutate, error, isPending } = useOpenPortal()
  const open = () => mutate(undefined, { onSuccess: ({ url }) => window.location.replace(url) })
  const openOnce = useEffectEvent(open)
  useEffect(() => openOnce(), [])

  return (
    <div className="grid gap-4">
      <BackLink to="/dashboard">Dashboard</BackLink>
      <PageHeading>Card and invoices</PageHeading>
      {error ? (
        <ErrorState onRetry={open} isRetrying={isPending}>
          {error instanceof ApiError ? error.message : planTexts.wentWrong}
        </ErrorState>
      ) : (
        <p className="flex items-center gap-3 text-soft">
          <Spinner /> Opening the payment provider’s page…
        </p>
      )}
    </div>
  )
}
