import { paymentRefusals } from '@docketbox/contract'
import { customerOf } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { callStripe } from '../stripe.ts'

/** Opens a new session of Stripe's customer portal. */
export async function openPortal(
  deps: Pick<PaymentDeps, 'db' | 'payments' | 'publicUrl'>,
  { ownerId }: Scope,
): Promise<{ url: string }> {
  const customer = await customerOf(deps.db, ownerId)
  if (!customer) throw new Refusal(paymentRefusals.noSubscription)
  const { url } = await callStripe(deps, (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${deps.publicUrl}/dashboard` }),
  )
  return { url }
}
