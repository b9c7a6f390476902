import type { Stripe } from 'stripe'
import { isOwnId } from '../stripe.ts'

/** The payment links that an earlier version made, which could still be paid: each payment makes another customer. */
export async function listOldLinks(stripe: Stripe): Promise<Stripe.PaymentLink[]> {
  const ours: Stripe.PaymentLink[] = []
  for await (const link of stripe.paymentLinks.list({ active: true, limit: 100 }))
    if (isOwnId(link.metadata['plan']) && link.metadata['price']) ours.push(link)
  return ours
}

/** Turns off the payment links of an earlier version. @returns how many there were. */
export async function deactivateOldLinks(stripe: Stripe): Promise<number> {
  const links = await listOldLinks(stripe)
  for (const { id } of links) await stripe.paymentLinks.update(id, { active: false })
  return links.length
}
