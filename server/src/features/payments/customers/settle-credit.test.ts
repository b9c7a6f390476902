import { api, formatCents } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'
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
  await settleCredit(deps, stripe, payment.id)
  expect(await balance()).toBe(-123)
})

test('credit that a refund takes back has an adjustment note, so that the notes add up to what was returned', async () => {
  const server = await startPayingServer()
  const cyd = await server.addUser('cyd@example.com')
  await server.subscribe(cyd, 'pro')
  await server.passTo(server.later(10))
  await server.changePlan(cyd, 'premium')
  await server.changePlan(cyd, 'pro')
  const credit = async () =>
    (await server.call(api.payments.credit, {}, await server.signIn(cyd))).body.creditCents
  const before = await credit()
  const [, premium] = await listPayments(server, cyd)
  await server.stripe.refunds.create({ payment_intent: premium!.payment_id })
  await expect.poll(credit).toBeLessThan(before)
  const takenCents = before - (await credit())
  const { text } = await server.outbox.waitFor(cyd.email, { subject: 'off your credit' })
  expect(text).toContain(`We’ve taken ${formatCents(takenCents)} off your credit`)

  const payments = await listPayments(server, cyd)
  const notes = payments.flatMap(({ adjustmentNotes }) =>
    adjustmentNotes.map(({ amountCents }) => amountCents),
  )
  expect(notes).toContain(-takenCents)
  const sumOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0)
  const refundedCents = sumOf(payments.map((payment) => payment.refundedCents))
  expect(sumOf(notes)).toBe(refundedCents + (await credit()))
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
  await expect(settleCredit(deps, stripe, id)).rejects.toMatchObject({ code: 'resource_missing' })
  expect(await taken()).toBe(takenCents)
})
