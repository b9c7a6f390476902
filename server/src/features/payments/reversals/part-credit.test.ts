import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { insertCustomer } from '../customers/store.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('desk@example.com', { role: 'Admin' })
})

/** Pays for Premium, which costs $11.97: by credit first, the rest by card. */
async function subscribe(email: string, creditCents: number, card?: string) {
  const person = await server.addUser(email)
  const { id: customer } = await server.stripe.customers.create({ email })
  await insertCustomer(server.deps.db, { ownerId: person.id, id: customer, seenAt: new Date(0) })
  const credit = { amount: -creditCents, currency: 'aud' }
  await server.stripe.customers.createBalanceTransaction(customer, credit)
  await server.standIn.webhooksSettled()
  await server.subscribe(person, 'premium', card)
  await server.standIn.webhooksSettled()
  return { person, customer }
}

async function refund(person: Person): Promise<void> {
  const { _id: id } = (await listPayments(server, person)).find(({ amount }) => amount > 0)!
  const input = { params: { id }, body: { reason: 'asked' } }
  const { status } = await server.call(api.payments.refund, input, await server.signIn(admin))
  expect(status).toBe(200)
  await server.standIn.webhooksSettled()
}

const refundedTo = async (person: Person) =>
  (await listPayments(server, person)).reduce((sum, { refundedCents }) => sum + refundedCents, 0)

test.each([
  ['less than became credit', 1000],
  ['more than became credit', 300],
])(
  'credit comes back once if a cheaper plan came before the refund, and the card paid %s',
  async (_, cents) => {
    const { person, customer } = await subscribe(`ann${cents}@example.com`, cents)
    await server.changePlan(person, 'pro')
    await server.standIn.webhooksSettled()
    expect(await creditAtStripe(server, customer)).toBe(698)
    await refund(person)
    await expect.poll(() => creditAtStripe(server, customer)).toBe(cents)
    expect(await refundedTo(person)).toBe(1197 - cents)
  },
)

test('credit that such a refund returned is used again if it fails', async () => {
  const { person, customer } = await subscribe('bob@example.com', 1000, '4000000000005126')
  await server.changePlan(person, 'pro')
  await refund(person)
  await expect.poll(() => creditAtStripe(server, customer)).toBe(1000)
  await server.passTo(server.later(1.1))
  await expect.poll(() => creditAtStripe(server, customer)).toBe(698)
  expect(await refundedTo(person)).toBe(0)
})

test('credit that a later month used up isn’t returned as well', async () => {
  const { person, customer } = await subscribe('cas@example.com', 1000)
  await server.changePlan(person, 'pro')
  await server.passTo(server.later(32))
  expect(await creditAtStripe(server, customer)).toBe(199)
  await refund(person)
  // Of the $11.97 for Premium, $6.98 had become credit, and the card gets $1.97.
  await expect.poll(() => creditAtStripe(server, customer)).toBe(199 + 302)
  expect(await refundedTo(person)).toBe(197)
})
