import { paymentRefusals } from '@docketbox/contract'
import { customerOf } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { callStripe, typeOf } from '../stripe.ts'

/**
 * Opens a new session of Stripe's customer portal.
 * @throws Refusal `payments.noSubscription` or `payments.portalUnavailable`.
 */
export async function openPortal(
  deps: Pick<PaymentDeps, 'db' | 'log' | 'payments' | 'publicUrl'>,
  { ownerId }: Scope,
): Promise<{ url: string }> {
  const customer = await customerOf(deps.db, ownerId)
  if (!customer) throw new Refusal(paymentRefusals.noSubscription)
  const { url } = await callStripe(deps, (stripe) =>
    stripe.billingPortal.sessions
      .create({ customer, return_url: `${deps.publicUrl}/dashboard` })
      .catch((error: unknown) => {
        if (typeOf(error) !== 'StripeInvalidRequestError') throw error
        // Usually its settings were never saved.
        deps.log.error({ err: error }, 'the customer portal refused a session')
        throw new Refusal(paymentRefusals.portalUnavailable)
      }),
  )
  return { url }
}
