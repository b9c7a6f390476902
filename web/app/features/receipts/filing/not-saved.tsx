import { paths } from '@docketbox/contract/core/paths'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import { ApiError } from '#platform/api/error.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Origin } from '../pending/upload.ts'

const REST =
  'Some of these files have already been saved, so they’re no longer here. Choose a category to save the rest.'

/** Why the upload wasn't saved and what to do next. The upload itself stays. */
export function NotSaved({ error, origin }: { error: Error; origin: Origin }) {
  const code = error instanceof ApiError ? error.code : ''
  if (code === subscriptionRefusals.noActivePlan.code) return <PlanNeeded />
  const isInPart = code === receiptRefusals.someDraftsTaken.code
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{receiptTexts.notSaved}</p>
      {error instanceof ApiError && <p className="mt-1">{isInPart ? REST : error.message}</p>}
      {code === receiptRefusals.draftNotFound.code && (
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
      <p className="mt-1">You need an active plan to save receipts. We’ll keep this upload until then.</p>
      <ButtonLink to={paths.plans} className="mt-3">
        Subscribe Now
      </ButtonLink>
    </Notice>
  )
}
