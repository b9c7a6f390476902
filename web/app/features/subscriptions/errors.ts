import { promotionRefusals } from '@docketbox/contract/payments/promotion-endpoints'
import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { ApiError } from '#platform/api/error.ts'

const refusals: readonly string[] = [
  promotionRefusals.notForPlan.code,
  promotionRefusals.notFound.code,
  promotionRefusals.used.code,
]

/** Whether a promotion code can't be used, so that asking again won't help. */
export function isCodeRefused(error: Error | null): error is ApiError {
  return error instanceof ApiError && (refusals.includes(error.code) || 'code' in error.fields)
}

/** The server's message, or that something went wrong. */
export function messageOf(error: Error): string {
  return error instanceof ApiError ? error.message : planTexts.wentWrong
}
