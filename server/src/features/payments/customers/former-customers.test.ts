import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addCredit } from '../testing/credit.ts'
import { readCredits } from './credit.ts'
import { insertCustomer } from './store.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }

/** A user from before there was one customer for each, with $6.98 of credit on another one. */
async function addUserWithFormer(email: string) {
  const person = await server.addUser(email)
  const [current, former] = await Promise.all([1, 2].map(() => server.stripe.customers.create({ email })))
  await addCredit(server, former!.id, 698)
  await insertCustomer(server.deps.db, { ownerId: person.id, id: current!.id })
  await server.deps.db
    .insertInto('providerSubscriptions')
    .values({ id: `sub_of_${email}`, ownerId: person.id, customerId: former!.id, endedAt: new Date() })
    .execute()
  const credits = () => Promise.all([former!, current!].map(({ id }) => creditAtStripe(server, id)))
  return { person, former: former!.id, credits }
}

test('credit on a customer from before there was one for each user moves to the user’s one', async () => {
  const { person, credits } = await addUserWithFormer('ida@example.com')
  await readCredits.handler(server.deps, {}, run)
  await readCredits.handler(server.deps, {}, run)
  expect(await credits()).toEqual([0, 698])
  expect((await server.call(api.payments.credit, {}, person)).body.creditCents).toBe(698)
})

test('credit moves once, even if Stripe forgets the idempotency key halfway', async () => {
  const { former, credits } = await addUserWithFormer('jo@example.com')
  await expect(readCredits.handler(stoppingAt(former), {}, run)).rejects.toThrow('couldn’t be read yet')
  expect(await credits()).toEqual([698, 698])
  await server.passTo(new Date(+server.deps.now() + 2 * DAY_MS))
  await readCredits.handler(server.deps, {}, run)
  expect(await credits()).toEqual([0, 698])
})

test('a customer that can’t be moved doesn’t hold up others', async () => {
  const [kai, lou] = [await addUserWithFormer('kai@example.com'), await addUserWithFormer('lou@example.com')]
  await expect(readCredits.handler(stoppingAt(kai.former), {}, run)).rejects.toThrow('couldn’t be read yet')
  expect(await lou.credits()).toEqual([0, 698])
  await readCredits.handler(server.deps, {}, run)
  expect(await kai.credits()).toEqual([0, 698])
})

/** The process stops before it changes this customer's balance. */
function stoppingAt(failing: string) {
  const { customers } = server.stripe
  const halfway: Stripe.CustomerResource = Object.assign(Object.create(customers), {
    createBalanceTransaction: (...call: Parameters<typeof customers.createBalanceTransaction>) => {
      if (call[0] === failing) throw new Error('The process stops.')
      return customers.createBalanceTransaction(...call)
    },
  })
  const client = async (): Promise<Stripe> => Object.create(server.stripe, { customers: { value: halfway } })
  return { ...server.deps, payments: { ...server.deps.payments, client } }
}
