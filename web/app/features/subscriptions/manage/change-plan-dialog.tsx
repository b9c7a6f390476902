import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import type { ChangePreview } from '@docketbox/contract/payments/previews'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { planDate } from '#platform/format/plan-dates.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { changePlan, changePreview, planCards } from '../queries.ts'
import { type BankOutcome, confirmWithBank } from './confirm-with-bank.ts'

const POLL_MS = 3_000

/** Shows what changing to a plan costs today, and changes after a confirmation. */
export function ChangePlanDialog({ plan, onClose }: { plan: PlanCard; onClose: () => void }) {
  const preview = useQuery(changePreview(plan._id))
  const { confirm, isChanging, isWithBank, isUnknown, problem } = useChange(plan, preview.refetch)
  // The bank's check is a separate modal, which ours would block.
  if (isWithBank) return <output className="sr-only">Waiting for your bank…</output>
  return (
    <Dialog
      title={`Change to ${plan.name}`}
      description={
        isUnknown || preview.error
          ? undefined
          : 'Here’s what you’d pay today. You won’t be charged until you confirm.'
      }
      open
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {isUnknown ? 'Close' : 'Not now'}
          </Button>
          {isDebit(preview.error) && <ButtonLink to={paths.portal}>Billing details</ButtonLink>}
          {preview.data && !isUnknown && (
            <Button
              disabled={preview.isFetching}
              busy={isChanging && (preview.data.dueNowCents > 0 ? 'Paying…' : 'Changing…')}
              onClick={() => confirm(preview.data)}
            >
              {preview.data.dueNowCents > 0
                ? `Pay ${formatCents(preview.data.dueNowCents)} and change`
                : 'Change plan'}
            </Button>
          )}
        </>
      }
    >
      <ErrorNotice {...(!isUnknown && { className: 'mb-4' })}>{problem}</ErrorNotice>
      {!isUnknown && (
        <QueryView
          query={preview}
          loading={<Loading label="Working out the price" blocks={['h-6', 'h-6', 'h-8', 'h-5 w-48']} />}
          error={messageOf}
        >
          {(price) => <PriceBreakdown preview={price} />}
        </QueryView>
      )}
    </Dialog>
  )
}

const bankProblems: Record<Exclude<BankOutcome, 'paid'>, string> = {
  refused: paymentTexts.notAuthenticated,
  unavailable: 'We couldn’t open your bank’s security check. You haven’t been charged. Please try again.',
  unknown: paymentRefusals.outcomeUnknown.message,
}

/** The change itself: the payment, the bank's check if it wants one, and what's unknown until the plan has changed. */
function useChange(plan: PlanCard, refetchPrice: () => Promise<unknown>) {
  const change = useMutation(changePlan)
  const navigate = useNavigate()
  const [bank, setBank] = useState<'asking' | BankOutcome>()
  const isUnknown = isOutcomeUnknown(change.error) || bank === 'unknown'
  // The provider may still confirm, and then the plan changes.
  const cards = useQuery({ ...planCards, refetchInterval: isUnknown && POLL_MS })
  const current = cards.data?.docs.find(({ button }) => button.label === 'Current Plan')
  const hasArrived = isUnknown && current?._id === plan._id
  useEffect(() => {
    if (hasArrived) void navigate(paths.subscribed, { state: { planName: plan.name } })
  }, [hasArrived, navigate, plan.name])

  async function askBank(clientSecret: string) {
    setBank('asking')
    const outcome = await confirmWithBank(clientSecret)
    if (outcome === 'paid') return navigate(paths.subscribed, { state: { planName: plan.name } })
    setBank(outcome)
    // The attempt is over, and the next one may have another price.
    if (outcome !== 'unknown') void refetchPrice()
    return undefined
  }

  const confirm = ({ prorationDate, dueNowCents, planName }: ChangePreview) => {
    setBank(undefined)
    change.mutate(
      { body: { plan: plan._id, prorationDate, dueNowCents } },
      {
        onSuccess: ({ clientSecret }) =>
          clientSecret === undefined
            ? void navigate(paths.subscribed, { state: { planName } })
            : void askBank(clientSecret),
        // The price may have changed since the preview.
        onError: (error) => !isOutcomeUnknown(error) && void refetchPrice(),
      },
    )
  }
  const bankProblem = bank && bank !== 'asking' && bank !== 'paid' ? bankProblems[bank] : undefined
  const problem = change.error ? messageOf(change.error) : bankProblem
  return { confirm, isChanging: change.isPending, isWithBank: bank === 'asking', isUnknown, problem }
}

function isOutcomeUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.code === paymentRefusals.outcomeUnknown.code
}

function isDebit(error: Error | null): boolean {
  return error instanceof ApiError && error.code === paymentRefusals.debitTooSlow.code
}

function PriceBreakdown({ preview }: { preview: ChangePreview }) {
  const refunded = preview.alreadyRefundedCents
  const unused = `Unused time on your current plan${refunded > 0 ? `, less ${formatCents(refunded)} refunded` : ''}`
  const rows: [string, number][] = [
    [`${preview.planName} plan`, preview.chargeCents],
    [unused, -preview.creditCents],
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
          `We’ll keep ${formatCents(preview.balanceAfterCents)} as credit for your next payments. `}
        Renews on {planDate(preview.renewsAt)}.
      </p>
    </>
  )
}

function messageOf(error: Error): string {
  return error instanceof ApiError ? error.message : planTexts.wentWrong
}
