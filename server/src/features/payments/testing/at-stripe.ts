import type { PayingServer } from '#testing/paying.ts'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'

/** @returns a customer's credit at Stripe, in cents. */
export async function creditAtStripe({ stripe }: PayingServer, customer: string): Promise<number> {
  return 0 - ((await stripe.customers.retrieve(customer)) as Stripe.Customer).balance
}

/** A job ends the plan at Stripe. */
export async function untilEndedAtStripe(server: PayingServer, subscription: string): Promise<void> {
  const status = async () => (await server.stripe.subscriptions.retrieve(subscription)).status
  await expect.poll(status).toBe('canceled')
  await server.standIn.webhooksSettled()
}
