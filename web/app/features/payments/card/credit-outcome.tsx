import type { MonthsOrder } from '@docketbox/contract/payments/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { creditOutcome } from '../queries.ts'
import { sentOrder } from './sent-order.ts'

type CreditOutcomeProps = {
  selection: MonthsOrder
  /** When it was requested, in milliseconds. */
  sentAt: number
  /** Why we don't know. */
  text: string
  onFailure: (message: string | undefined) => void
}

/** Looks up the outcome of a payment with credit until it's known. */
export function CreditOutcome({ selection, sentAt, text, onFailure }: CreditOutcomeProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data } = useQuery(creditOutcome(selection, sentAt))
  const { state = 'checking', message } = data ?? {}
  const settle = useEffectEvent(() => {
    sentOrder.remove()
    if (state !== 'done') return onFailure(message)
    void client.invalidateQueries({ refetchType: 'none' })
    return void navigate(paths.subscribed, { replace: true, state: { hasPaidMonths: true } })
  })
  useEffect(() => {
    if (state !== 'checking') settle()
  }, [state])
  return <ErrorNotice>{text}</ErrorNotice>
}
