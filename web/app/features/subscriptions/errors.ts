import { promotionRefusals } from '@docketbox/contract/payments/promotion-endpoints'
import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'

const { notForPlan, notFound, used } = promotionRefusals

/** Whether a promotion code can't be used, so that asking again won't help. */
export function isCodeRefused(error: Error | null): error is ApiError {
  return (
    isRefusedWith(error, notForPlan, notFound, used) || (error instanceof ApiError && 'code' in error.fields)
  )
}

/** The server's message, or that something went wrong. */
export function messageOf(error: Error): string {
  return error instanceof ApiError ? error.message : planTexts.wentWrong
}
