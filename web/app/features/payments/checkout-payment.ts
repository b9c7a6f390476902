import type { Payment } from '@docketbox/contract/payments/endpoints'

const MAX_CHECKOUT_AGE_MS = 600_000

/** Whether a payment belongs to the checkout the user came from at that time, not to an earlier renewal. */
export function isOfCheckout({ createdAt, months }: Payment, cameAt = Date.now()): boolean {
  return months.length === 0 && cameAt - Date.parse(createdAt) < MAX_CHECKOUT_AGE_MS
}
