import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import type { ChangePreview } from '@docketbox/contract/payments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { plainDate } from '#platform/format/dates.ts'
import { formatCents } from '@docketbox/contract/core/money'
import { Amount } from '#ui/data/amount.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { changePreview, useChangePlan } from '../queries.ts'

/** Shows what a change of plan costs before anything is charged. */
export function ChangePlanDialog({ plan, onClose }: { plan: PlanCard; onClose: () => void }) {
  const { data, isPending, isFetching, error, refetch } = useQuery(changePreview(plan._id))
  const change = useChangePlan()
  const navigate = useNavigate()

  const confirm = ({ prorationDate, dueNowCents }: ChangePreview) =>
    change.mutate(
      { plan: plan._id, prorationDate, dueNowCents },
      {
        onSuccess: () => void navigate('/success-subscription'),
        // The refusal says why; the figures below it are then the new ones.
        onError: () => void refetch(),
      },
    )

  return (
    <Dialog
      title={`Change to ${plan.name}`}
      description="This is what it costs today. Nothing is charged until you confirm."
      open
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          {data && (
            <Button
              disabled={isFetching}
              busy={change.isPending && 'Changing…'}
              onClick={() => confirm(data)}
            >
              {data.dueNowCents > 0 ? `Pay ${formatCents(data.dueNowCents)} and change` : 'Change plan'}
            </Button>
          )}
        </>
      }
    >
      {change.error && (
        <Notice tone="danger" role="alert" className="mb-4">
          {messageOf(change.error)}
        </Notice>
      )}
      {isPending && (
        <Loading label="Working out the price" className="grid gap-2">
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </Loading>
      )}
      {error && <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>}
      {data && <Figures preview={data} />}
    </Dialog>
  )
}

function Figures({ preview }: { preview: ChangePreview }) {
  const rows: [string, number][] = [
    [`${preview.planName} plan`, preview.chargeCents],
    ['Unused time on your present plan', -preview.creditCents],
    ...(preview.balanceUsedCents > 0 ? [['Your credit', -preview.balanceUsedCents] as [string, number]] : []),
    ['Due now', preview.dueNowCents],
  ]
  return (
    <>
      <dl className="grid gap-2 text-[0.9375rem]">
        {rows.map(([label, cents]) => (
          <div
            key={label}
            className="flex justify-between gap-4 last:border-t last:border-line last:pt-2 last:font-semibold"
          >
            <dt>{label}</dt>
            <dd>
              <Amount cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-soft">
        {preview.balanceAfterCents > 0 &&
          `${formatCents(preview.balanceAfterCents)} stay as credit for your next bills. `}
        It then renews on {plainDate(preview.renewsAt)}.
      </p>
    </>
  )
}

function messageOf(thrown: Error): string {
  return thrown instanceof ApiError ? thrown.message : planTexts.wentWrong
}
