import { paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from './deps.ts'
import { isUnavailable, wasSent } from './stripe.ts'
import { requestLookUp } from './webhook/missed-events/look-up-outcome.ts'

/** No retries: the HTTP client already repeats what a closed connection never received. */
type MoneyCall = { timeout: number; maxNetworkRetries: 0 }

/**
 * Makes a call that moves money. If its outcome is unknown, fetches Stripe's events until they show it.
 * @param call gets the options it must pass on.
 * @throws Refusal `payments.outcomeUnknown` if it may have happened, `payments.unavailable` if it can't have.
 */
export async function moveMoney<T>(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now' | 'payments'>,
  call: (stripe: Stripe, options: MoneyCall) => Promise<T>,
): Promise<T> {
  try {
    const { moneyCallMs: timeout } = deps.payments.waits
    return await call(await deps.payments.client(), { timeout, maxNetworkRetries: 0 })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    if (!wasSent(error)) throw new Refusal(paymentRefusals.unavailable, { retryAfterSeconds: 60 })
    await requestLookUp(deps)
    throw new Refusal(paymentRefusals.outcomeUnknown)
  }
}
