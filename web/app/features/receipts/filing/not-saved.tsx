import { paths } from '@docketbox/contract/core/paths'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Origin } from '../pending/upload.ts'

const REST =
  'Some of these files have already been saved, so they’re no longer here. Choose a category to save the rest.'

/** Why the upload wasn't saved and what to do next. The upload itself stays. */
export function NotSaved({ error, origin }: { error: Error; origin: Origin }) {
  const reason = error instanceof ApiError && error.message
  if (isRefusedWith(error, subscriptionRefusals.noActivePlan)) return <PlanNeeded />
  const isInPart = isRefusedWith(error, receiptRefusals.someDraftsTaken)
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{receiptTexts.notSaved}</p>
      {reason && <p className="mt-1">{isInPart ? REST : reason}</p>}
      {isRefusedWith(error, receiptRefusals.draftNotFound) && (
        <ButtonLink
          to={origin === 'capture' ? paths.capture : paths.upload}
          variant="secondary"
          className="mt-3"
        >
          {origin === 'capture' ? 'Take the photo again' : 'Choose the file again'}
        </ButtonLink>
      )}
    </Notice>
  )
}

function PlanNeeded() {
  return (
    <Notice tone="warning" role="alert">
      <p className="font-semibold">{subscriptionRefusals.noActivePlan.message}</p>
      <p className="mt-1">
        You need an active plan to save receipts. We’ll keep this upload until you have one.
      </p>
      <ButtonLink to={paths.plans} className="mt-3">
        Subscribe Now
      </ButtonLink>
    </Notice>
  )
}
