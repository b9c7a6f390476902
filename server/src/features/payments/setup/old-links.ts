import type { Stripe } from 'stripe'
import { isOwnId } from '../stripe.ts'

/** Payment links from an earlier version that can still be paid. Each payment would create another customer. */
export async function listOldLinks(stripe: Stripe): Promise<Stripe.PaymentLink[]> {
  const ours: Stripe.PaymentLink[] = []
  for await (const link of stripe.paymentLinks.list({ active: true, limit: 100 }))
    if (isOwnId(link.metadata['plan']) && link.metadata['price']) ours.push(link)
  return ours
}

/** Turns off payment links from an earlier version. @returns how many there were. */
export async function deactivateOldLinks(stripe: Stripe): Promise<number> {
  const links = await listOldLinks(stripe)
  for (const { id } of links) await stripe.paymentLinks.update(id, { active: false })
  return links.length
}
