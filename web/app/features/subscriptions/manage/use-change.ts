import type { PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { paths } from '@docketbox/contract/core/paths'
import type { ChangePreview } from '@docketbox/contract/payments/previews'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { type PlanCard, planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { changeOutcome, changePlan } from '../queries.ts'
import { type BankOutcome, confirmWithBank } from './confirm-with-bank.ts'

const bankProblems: Record<Exclude<BankOutcome, 'paid'>, string> = {
  refused: paymentTexts.notAuthenticated,
  unavailable: 'We couldn’t open your bank’s security check. You haven’t been charged. Please try again.',
  unknown: paymentRefusals.outcomeUnknown.message,
}

/** The change itself: the payment, the bank's check if it wants one, and looking up an outcome that's unknown. */
export function useChange(plan: PlanCard, refetchPrice: () => Promise<unknown>) {
  const change = useMutation(changePlan)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [bank, setBank] = useState<'asking' | BankOutcome>()
  const [askedAt, setAskedAt] = useState(0)
  const isUnanswered = isRefusedWith(change.error, paymentRefusals.outcomeUnknown) || bank === 'unknown'
  const outcome = useQuery({ ...changeOutcome(plan._id, askedAt), enabled: isUnanswered })
  const known = isUnanswered ? settled(outcome.data) : undefined
  const state = known?.state
  const isOver = isUnanswered && isRefusedWith(outcome.error, paymentRefusals.noSubscription)

  useEffect(() => {
    if (state === 'done') {
      void client.invalidateQueries({ refetchType: 'none' })
      void navigate(paths.subscribed, { state: { planName: plan.name } })
    }
    // The next attempt may have another price.
    if (state === 'notDone') void refetchPrice()
  }, [client, navigate, plan.name, refetchPrice, state])

  async function askBank(clientSecret: string) {
    change.reset()
    setBank('asking')
    const answer = await confirmWithBank(clientSecret)
    if (answer === 'paid') return navigate(paths.subscribed, { state: { planName: plan.name } })
    setAskedAt(Date.now())
    setBank(answer)
    // The attempt is over, and the next one may have another price.
    if (answer !== 'unknown') void refetchPrice()
    return undefined
  }

  const confirm = ({ prorationDate, dueNowCents, planName }: ChangePreview) => {
    setBank(undefined)
    setAskedAt(Date.now())
    change.mutate(
      { body: { plan: plan._id, prorationDate, dueNowCents } },
      {
        onSuccess: ({ clientSecret }) =>
          clientSecret === undefined
            ? void navigate(paths.subscribed, { state: { planName } })
            : void askBank(clientSecret),
        // The price may have changed since the preview.
        onError: (error) => !isRefusedWith(error, paymentRefusals.outcomeUnknown) && void refetchPrice(),
      },
    )
  }

  const bankProblem = bank && bank !== 'asking' && bank !== 'paid' ? bankProblems[bank] : undefined
  const problem = change.error ? messageOf(change.error) : bankProblem
  const { clientSecret } = known ?? {}
  return {
    confirm,
    isChanging: change.isPending,
    isWithBank: bank === 'asking',
    isUnknown: isUnanswered && !known && !isOver,
    /** Opens the bank's check that we found out about later. */
    continueWithBank: clientSecret === undefined ? undefined : () => void askBank(clientSecret),
    problem: isOver ? messageOf(outcome.error!) : known ? known.message : problem,
  }
}

function settled(outcome: PaymentOutcome | undefined): PaymentOutcome | undefined {
  return outcome?.state === 'checking' ? undefined : outcome
}

function isRefusedWith(error: Error | null, { code }: { code: string }): boolean {
  return error instanceof ApiError && error.code === code
}

export function messageOf(error: Error): string {
  return error instanceof ApiError ? error.message : planTexts.wentWrong
}
