import type { Person } from '#testing/harness.ts'
import type { PayingServer } from '#testing/paying.ts'
import { insertCustomer } from '../customers/store.ts'

/** A user whose customer at Stripe has credit, in cents, as after a downgrade. */
export async function addUserWithCredit(
  server: PayingServer,
  email: string,
  creditCents: number,
): Promise<Person & { customer: string }> {
  const person = await server.addUser(email)
  const { id: customer } = await server.stripe.customers.create({ email })
  await insertCustomer(server.deps.db, { ownerId: person.id, id: customer, seenAt: new Date(0) })
  if (creditCents > 0) await addCredit(server, customer, creditCents)
  return { ...person, customer }
}

/** Changes a customer's credit at Stripe by an amount in cents; a negative one is spent. */
export async function addCredit(
  { standIn, stripe }: PayingServer,
  customer: string,
  cents: number,
): Promise<void> {
  await stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'aud' })
  await standIn.webhooksSettled()
}
