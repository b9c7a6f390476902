import type { Person } from '#testing/harness.ts'
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

/** Gives a person a second plan and a customer that the account at Stripe doesn’t know, as from test mode. */
export async function addUnknownAtStripe({ deps: { db } }: PayingServer, { id }: Person): Promise<void> {
  await db.insertInto('providerSubscriptions').values({ id: 'sub_0_of_test_mode', ownerId: id }).execute()
  await db
    .updateTable('providerCustomers')
    .set({ id: 'cus_0_of_test_mode' })
    .where('ownerId', '=', id)
    .execute()
}
