import { api, type MonthName } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addCredit, addUserWithCredit } from '../testing/credit.ts'
import { listPayments } from '../testing/lists.ts'
import { collectJobs, runJobs } from '../testing/waiting-jobs.ts'
import { settleCredit } from './settle-credit.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

async function payWithCreditAndCard(person: Person, month: MonthName): Promise<void> {
  const body = { months: [month], plan: server.plans.pro }
  const intent = await server.call(api.payments.createIntent, { body }, person)
  expect(intent.body).toMatchObject({ amountCents: 199, creditCents: 300 })
  await server.pay(intent.body.clientSecret, 'pm_card_refundFail')
}

test('two payments whose refunds fail together use no more credit again than there is', async () => {
  const ann = await addUserWithCredit(server, 'ann@example.com', 300)
  const credit = () => creditAtStripe(server, ann.customer)
  await payWithCreditAndCard(ann, 'Jul')
  await addCredit(server, ann.customer, 300)
  await payWithCreditAndCard(ann, 'Aug')
  for (const { payment_id } of await listPayments(server, ann))
    await server.stripe.refunds.create({ payment_intent: payment_id! })
  await expect.poll(credit).toBe(600)
  await server.standIn.webhooksSettled()
  await addCredit(server, ann.customer, -400)
  const jobs = await collectJobs(server, () => server.passTo(server.later(1.1)))
  await runJobs(server, jobs)
  expect(await credit()).toBe(0)
  const kept = (await listPayments(server, ann)).map(({ creditReturnedCents }) => creditReturnedCents)
  expect(kept.toSorted((a, b) => a - b)).toEqual([100, 300])
})

test('two payments that are refunded together take back no more credit than there is', async () => {
  const bob = await server.addUser('bob@example.com')
  const { customer } = await server.subscribe(bob, 'pro')
  await server.changePlan(bob, 'premium')
  await server.changePlan(bob, 'pro')
  const credit = () => creditAtStripe(server, customer as string)
  await addCredit(server, customer as string, -400)
  expect(await credit()).toBe(298)
  const paid = (await listPayments(server, bob)).filter(({ amount }) => amount > 0)
  await collectJobs(server, async () => {
    for (const { payment_id } of paid) await server.stripe.refunds.create({ payment_intent: payment_id! })
  })
  await Promise.all(paid.map(({ _id }) => settleCredit(server.deps, server.stripe, _id)))
  expect(await credit()).toBe(0)
})

test('credit that’s spent while a refund takes it back isn’t charged, even if the server stops in between', async () => {
  const cam = await server.addUser('cam@example.com')
  const { customer } = await server.subscribe(cam, 'premium')
  await server.changePlan(cam, 'pro')
  const credit = () => creditAtStripe(server, customer as string)
  expect(await credit()).toBe(698)
  const payments = () => listPayments(server, cam)
  const { _id: id, payment_id: intent } = (await payments()).find(({ amount }) => amount > 0)!
  await collectJobs(server, async () => {
    await server.stripe.refunds.create({ payment_intent: intent! })
  })
  const spent = { amount: 698, currency: 'aud' }
  let runs = 0
  const createBalanceTransaction: Stripe['customers']['createBalanceTransaction'] = async (...parameters) => {
    runs++
    if (runs === 1) await server.stripe.customers.createBalanceTransaction(customer as string, spent)
    if (runs === 2) throw new Error('The server stops.')
    return server.stripe.customers.createBalanceTransaction(...parameters)
  }
  const customers = Object.create(server.stripe.customers, {
    createBalanceTransaction: { value: createBalanceTransaction },
  })
  const stripe = Object.create(server.stripe, { customers: { value: customers } })
  await expect(settleCredit(server.deps, stripe, id)).rejects.toThrow('The server stops.')
  expect(await credit()).toBe(-698)
  await settleCredit(server.deps, stripe, id)
  await settleCredit(server.deps, stripe, id)
  expect(await credit()).toBe(0)
  expect((await payments()).find(({ _id }) => _id === id)).toMatchObject({ refundedCents: 1197 })
})
