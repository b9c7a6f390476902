import { expect, test } from 'vitest'
import { startPayingServer } from '#testing/paying.ts'
import { settleCredit } from './settle-credit.ts'

test('credit that a refund takes back is taken once, even if the customer gets other credit', async () => {
  const server = await startPayingServer()
  const { stripe, deps } = server
  const ann = await server.addUser('ann@example.com')
  const { customer } = await server.subscribe(ann, 'premium')
  await server.changePlan(ann, 'pro')
  const id = customer as string
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ann.id)
    .where('amountCents', '>', 0)
    .executeTakeFirstOrThrow()
  const balance = async () => ((await stripe.customers.retrieve(id)) as { balance: number }).balance
  expect(await balance()).toBeLessThan(0)
  await stripe.refunds.create({ payment_intent: payment.providerIntentId! })
  await expect.poll(balance).toBe(0)
  const goodwill = { amount: -123, currency: 'aud' }
  await stripe.customers.createBalanceTransaction(id, goodwill)
  // An answer that was lost has the job run again.
  await settleCredit(deps.db, stripe, payment.id)
  expect(await balance()).toBe(-123)
})

test('credit that’s owed isn’t written off when its customer is missing at Stripe', async () => {
  const server = await startPayingServer()
  const { stripe, deps } = server
  const bob = await server.addUser('bob@example.com')
  const { customer } = await server.subscribe(bob, 'premium')
  await server.changePlan(bob, 'pro')
  const payments = () => deps.db.selectFrom('payments').selectAll().where('ownerId', '=', bob.id)
  const { id, providerIntentId } = await payments().where('amountCents', '>', 0).executeTakeFirstOrThrow()
  await stripe.refunds.create({ payment_intent: providerIntentId! })
  const taken = async () => (await payments().where('id', '=', id).executeTakeFirstOrThrow()).creditTakenCents
  await expect.poll(taken).toBeGreaterThan(0)
  const takenCents = await taken()
  server.setEventsLost(true)
  await stripe.customers.del(customer as string)
  // As after a refund that the bank returned.
  await deps.db.updateTable('payments').set({ accessEndedAt: null }).where('id', '=', id).execute()
  await expect(settleCredit(deps.db, stripe, id)).rejects.toMatchObject({ code: 'resource_missing' })
  expect(await taken()).toBe(takenCents)
})
