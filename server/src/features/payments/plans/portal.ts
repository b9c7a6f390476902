import { paths, paymentRefusals } from '@docketbox/contract'
import { findChargedCustomer } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { findOrCreatePortalConfiguration } from '../setup/portal-configuration.ts'
import { callStripe, isRefused } from '../stripe.ts'

/**
 * Opens a new session of Stripe's customer portal.
 * @throws Refusal `payments.noSubscription` or `payments.portalUnavailable`.
 */
export async function openPortal(
  deps: Pick<PaymentDeps, 'db' | 'log' | 'payments' | 'publicUrl'>,
  { ownerId }: Scope,
): Promise<{ url: string }> {
  const customer = await findChargedCustomer(deps.db, ownerId)
  if (!customer) throw new Refusal(paymentRefusals.noSubscription)
  try {
    return await callStripe(deps, async (stripe) => {
      const { id: configuration } = await findOrCreatePortalConfiguration(stripe)
      const return_url = deps.publicUrl + paths.dashboard
      const { url } = await stripe.billingPortal.sessions.create({ customer, configuration, return_url })
      return { url }
    })
  } catch (error) {
    if (!isRefused(error)) throw error
    deps.log.error({ err: error }, 'the customer portal refused a session')
    throw new Refusal(paymentRefusals.portalUnavailable)
  }
}
