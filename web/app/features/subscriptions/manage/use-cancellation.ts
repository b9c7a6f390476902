import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { loggedUser } from '#features/auth'
import { call } from '#platform/api/client.ts'
import { isRefusedWith, isUnanswered } from '#platform/api/error.ts'
import { endpointKey } from '#platform/api/query.ts'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { sentRequest } from '#platform/storage/sent-request.ts'
import { toast } from '#ui/feedback/toast.ts'
import { planReads } from '../queries.ts'
import { messageOf } from '../errors.ts'

/** The server gives the payment provider at most 15 seconds for each of five calls, and then looks at what it did. */
const MAX_WAIT_MS = 120_000

const sentCancellation = sentRequest('plan-cancellation', z.object({ isCancelled: z.boolean() }))

type CancelRequest = { isCancelled: boolean; sentAt: number; isSent: boolean }

/**
 * Cancels the plan, or resumes it. If the response is lost, we read the plan to find out.
 * @param endsAt the end of what's paid; null while a renewal is outstanding.
 */
export function useCancellation(endsAt: string | null, onDone: () => void) {
  const client = useQueryClient()
  const [isLost, setIsLost] = useState(false)
  const { mutateAsync, isPending, error, variables, reset } = useMutation({
    mutationKey: endpointKey(planEndpoints.cancelPlan),
    meta: { invalidates: planReads },
    mutationFn: async (request: CancelRequest) => {
      try {
        const { isCancelled, isSent } = request
        if (!isSent) return await call(planEndpoints.cancelPlan, { body: { isCancelled } })
      } catch (error) {
        const isUnknown = isRefusedWith(error as Error, paymentRefusals.cancellationUnknown)
        if (!isUnknown && !isUnanswered(error as Error)) throw error
      }
      setIsLost(true)
      if (await isDone(client, request)) return { message: doneText(request.isCancelled, endsAt) }
      throw new Unchanged(request.isCancelled)
    },
  })

  async function settle(request: CancelRequest) {
    sentCancellation.save({ isCancelled: request.isCancelled }, request.sentAt)
    try {
      const { message } = await mutateAsync(request)
      toast.success(message)
      onDone()
    } catch {
      // The mutation's error stays on the screen.
    }
    sentCancellation.remove()
  }

  const resume = useEffectEvent(() => {
    const sent = sentCancellation.load()
    if (!sent || client.isMutating({ mutationKey: endpointKey(planEndpoints.cancelPlan) }) > 0) return
    void settle({ ...sent.request, sentAt: sent.sentAt, isSent: true })
  })
  useEffect(() => resume(), [])

  return {
    setCancelled: (isCancelled: boolean) => {
      setIsLost(false)
      void settle({ isCancelled, sentAt: Date.now(), isSent: false })
    },
    /** What's under way: it stays so until the plan has been read again. */
    pending: isPending ? variables : undefined,
    /** Why the last attempt failed. */
    problem: error && variables && { isCancelled: variables.isCancelled, message: textOf(error) },
    clearProblem: () => error && reset(),
    /** Whether the response was lost and we're finding out. */
    isChecking: isPending && isLost,
  }
}

class Unchanged extends Error {
  constructor(isCancelled: boolean) {
    super(`We couldn’t ${isCancelled ? 'cancel' : 'resume'} your plan. Please try again.`)
  }
}

function textOf(error: Error): string {
  return error instanceof Unchanged ? error.message : messageOf(error)
}

/** Reads the user's plan until it has changed, or the server must have given up. */
async function isDone(client: QueryClient, { isCancelled, sentAt }: CancelRequest): Promise<boolean> {
  for (;;) {
    try {
      const readAt = Date.now()
      const plan = await client.fetchQuery({ ...loggedUser, staleTime: 0, retry: false })
      if (renews(plan) !== isCancelled) return true
      if (readAt - sentAt > MAX_WAIT_MS) return false
    } catch (error) {
      if (!isUnanswered(error as Error)) throw error
    }
    await onlineOrTimeout()
  }
}

function renews({ subscription, unpaidRenewal }: PlanState): boolean {
  return subscription?.isRenewing === true || unpaidRenewal !== null
}

function doneText(isCancelled: boolean, endsAt: string | null): string {
  if (!isCancelled) return 'Your plan will renew as usual.'
  return endsAt === null
    ? 'We won’t renew your plan again.'
    : `Your plan ends on ${lastPlanDate(endsAt)}. Until then you have full access.`
}
