import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import { ApiError } from '#platform/api/error.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Origin } from '../pending/store.ts'

/** Why it was not saved, and the way on. Nothing is lost meanwhile. */
export function NotSaved({ error, origin }: { error: Error; origin: Origin }) {
  const code = error instanceof ApiError ? error.code : ''
  if (code === subscriptionRefusals.noActivePlan.code) return <PlanNeeded />
  return (
    <Notice tone="danger" role="alert" className="mb-5">
      <p className="font-semibold">{receiptTexts.notSaved}</p>
      {error instanceof ApiError && <p className="mt-1">{error.message}</p>}
      {code === receiptRefusals.draftNotFound.code && (
        <ButtonLink to={`/${origin}`} variant="secondary" className="mt-3">
          Choose it again
        </ButtonLink>
      )}
    </Notice>
  )
}

/** Saving needs a plan; looking and downloading do not (decision 17). */
function PlanNeeded() {
  return (
    <Notice tone="warning" role="alert" className="mb-5">
      <p className="font-semibold">{subscriptionRefusals.noActivePlan.message}</p>
      <p className="mt-1">
        Saving a receipt needs an active plan. Your upload and its description wait here for 7 days.
      </p>
      <ButtonLink to="/subscription" className="mt-3">
        Subscribe Now
      </ButtonLink>
    </Notice>
  )
}
