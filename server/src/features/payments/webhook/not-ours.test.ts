import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { deliverTo } from '../testing/deliver.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const paymentRows = () => server.deps.db.selectFrom('payments').selectAll().orderBy('id').execute()
async function latest(type: string): Promise<Stripe.Event> {
  const { data } = await server.stripe.events.list({ type, limit: 1 })
  return data[0]!
}

test('objects that aren’t ours are recorded and ignored', async () => {
  const before = await paymentRows()
  await server.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'aud',
    metadata: { payment: 'not-a-key' },
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  await server.standIn.webhooksSettled()
  expect(await paymentRows()).toEqual(before)
})

test('an invoice in another currency isn’t counted, and administrators see it', async () => {
  const person = await server.addUser('cyd@example.com')
  await server.subscribe(person, 'pro')
  const event = await latest('invoice.paid')
  const before = await paymentRows()
  const object = { ...event.data.object, id: 'in_other', currency: 'usd' }
  const response = await deliverTo(server, { ...event, id: 'evt_other', data: { object } })
  expect(response.status).toBe(200)
  expect(await paymentRows()).toEqual(before)
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const { alerts } = (await server.call(api.payments.alerts, {}, admin)).body
  expect(alerts).toMatchObject([{ message: expect.stringContaining('paid $4.99 USD for in_other.') }])
  expect(alerts[0]!.message).toContain('Stripe can’t change a subscription’s currency.')
})

test('a payment link’s failed bank debit, which has no subscription, is ignored', async () => {
  const person = await server.addUser('ann@example.com')
  await server.subscribe(person, 'pro')
  const event = await latest('checkout.session.completed')
  const object = { ...event.data.object, id: 'cs_link', mode: 'payment', subscription: null, invoice: null }
  const type = 'checkout.session.async_payment_failed'
  const response = await deliverTo(server, { ...event, id: 'evt_link', type, data: { object } })
  expect(response.status).toBe(200)
})

test('an invoice that was made by hand changes neither the plan that it names nor the payments', async () => {
  const person = await server.addUser('ben@example.com')
  await server.subscribe(person, 'pro')
  const event = (await latest('invoice.paid')) as Stripe.InvoicePaidEvent
  const bill = event.data.object
  const state = async () => [
    await planStateOf(server.deps, person.id),
    await server.deps.db.selectFrom('providerSubscriptions').selectAll().execute(),
    await paymentRows(),
  ]
  const before = await state()
  const object = {
    ...bill,
    id: 'in_by_hand',
    billing_reason: 'manual',
    created: bill.created + 60,
    lines: { ...bill.lines, data: bill.lines.data.map((line) => ({ ...line, pricing: null })) },
  }
  for (const type of ['invoice.paid', 'invoice.payment_failed', 'invoice.voided']) {
    const response = await deliverTo(server, { ...event, id: `evt_${type}`, type, data: { object } })
    expect(response.status).toBe(200)
  }
  expect(await state()).toEqual(before)
})
