import type { PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { paths } from '@docketbox/contract/core/paths'
import type { ChangePreview } from '@docketbox/contract/payments/previews'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isRefusedWith, isUnanswered } from '#platform/api/error.ts'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { toast } from '#ui/feedback/toast.ts'
import { messageOf } from '../errors.ts'
import { changeOutcome, changePlan, changePreview } from '../queries.ts'
import { type BankOutcome, confirmWithBank } from './confirm-with-bank.ts'
import { sentChange } from './sent-change.ts'

const bankProblems: Record<Exclude<BankOutcome, 'paid'>, string> = {
  refused: paymentTexts.notAuthenticated,
  unavailable: 'We couldn’t open your bank’s security check. You haven’t been charged. Please try again.',
  unknown: paymentRefusals.outcomeUnknown.message,
}

/** A plan change: its price, the payment, the bank's check if it wants one, and looking up an outcome that's unknown. */
export function useChange(plan: PlanCard, isDowngradeNow: boolean) {
  const isShown = useIsShown()
  const change = useMutation({
    ...changePlan,
    // Here, because it may end after the dialog was closed.
    onSuccess: ({ clientSecret }) => clientSecret === undefined && sentChange.remove(),
    onError: (error) => {
      if (isOutcomeUnknown(error)) return
      sentChange.remove()
      if (!isShown.current) toast.error(messageOf(error))
    },
  })
  const client = useQueryClient()
  const navigate = useNavigate()
  const [bank, setBank] = useState<'asking' | BankOutcome>()
  const [sentAt, setSentAt] = useState(() => loadSent(plan)?.sentAt ?? 0)
  // Stored from before the change: afterwards the user's plan no longer shows it.
  const [isDowngrade] = useState(() => loadSent(plan)?.request.isDowngrade ?? isDowngradeNow)
  // Sent before a reload, or before the dialog was closed.
  const isResumed = sentAt > 0 && change.isIdle && bank === undefined
  const isUnknown = isResumed || bank === 'unknown' || isOutcomeUnknown(change.error)
  const outcome = useQuery({ ...changeOutcome(plan._id, sentAt), enabled: isUnknown })
  const known = isUnknown ? settled(outcome.data) : undefined
  const { state, clientSecret } = known ?? {}
  const isOver = isUnknown && isRefusedWith(outcome.error, paymentRefusals.noSubscription)
  const isChecking = isUnknown && !isOver && (!known || state === 'done')
  const hasPrice = !isChecking && clientSecret === undefined
  // Asking for a price voids an attempt that's under way.
  const preview = useQuery({ ...changePreview(plan._id), enabled: hasPrice })

  function showNewPlan() {
    void client.invalidateQueries({ refetchType: 'none' })
    return navigate(paths.subscribed, { state: { planName: plan.name, isDowngrade } })
  }
  const handleDone = useEffectEvent(() => void showNewPlan())
  useEffect(() => {
    if (state === 'done' || state === 'notDone' || isOver) sentChange.remove()
    if (state === 'done') handleDone()
  }, [isOver, state])

  /** Remembers that a payment may be made from now on. */
  function setSent() {
    const now = Date.now()
    setSentAt(now)
    sentChange.save({ plan: plan._id, isDowngrade }, now)
  }

  async function askBank(clientSecret: string) {
    change.reset()
    setBank('asking')
    const answer = await confirmWithBank(clientSecret)
    if (answer === 'unknown') setSent()
    else sentChange.remove()
    if (answer === 'paid') return showNewPlan()
    setBank(answer)
    // The attempt is over, and the next one may have another price.
    if (answer !== 'unknown') void preview.refetch()
    return undefined
  }

  const confirm = ({ prorationDate, dueNowCents, planName }: ChangePreview) => {
    setBank(undefined)
    setSent()
    change.mutate(
      { body: { plan: plan._id, prorationDate, dueNowCents } },
      {
        onSuccess: ({ clientSecret }) =>
          clientSecret === undefined
            ? void navigate(paths.subscribed, { state: { planName, isDowngrade } })
            : void askBank(clientSecret),
        // The price may have changed since the preview.
        onError: (error) => !isOutcomeUnknown(error) && void preview.refetch(),
      },
    )
  }

  const bankProblem = bank && bank !== 'asking' && bank !== 'paid' ? bankProblems[bank] : undefined
  const isLost = isResumed || isUnanswered(change.error)
  const problem = isLost ? paymentTexts.noResponse : change.error ? messageOf(change.error) : bankProblem
  return {
    preview,
    hasPrice,
    confirm,
    isChanging: change.isPending,
    isWithBank: bank === 'asking',
    isChecking,
    /** Opens the bank's check that we found out about later. */
    continueWithBank: clientSecret === undefined ? undefined : () => void askBank(clientSecret),
    problem: isOver ? messageOf(outcome.error!) : known ? known.message : problem,
  }
}

function loadSent({ _id }: PlanCard) {
  const sent = sentChange.load()
  return sent?.request.plan === _id ? sent : undefined
}

function settled(outcome: PaymentOutcome | undefined): PaymentOutcome | undefined {
  return outcome?.state === 'checking' ? undefined : outcome
}

function isOutcomeUnknown(error: Error | null): boolean {
  return isUnanswered(error) || isRefusedWith(error, paymentRefusals.outcomeUnknown)
}
