import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleEvent } from '../webhook/handle-event.ts'

type Paid = Stripe.PaymentIntentSucceededEvent

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0

/** Pays fifty cents for a month. */
async function payWrongAmount(card: string) {
  const person = await server.addUser(`someone${++userCount}@example.com`)
  const input = { body: { months: ['Jul' as const], plan: server.plans.pro } }
  const { body } = await server.call(api.payments.createIntent, input, person)
  const id = body.clientSecret.split('_secret_')[0]!
  await server.stripe.paymentIntents.update(id, { amount: 50 })
  expect((await server.pay(body.clientSecret, card)).status).toBe('succeeded')
  return { person, id, input }
}

describe('a payment with the wrong amount', () => {
  test('grants nothing, and is refunded', async () => {
    const { person, id, input } = await payWrongAmount('pm_card_visa')
    expect(await planStateOf(server.deps, person.id)).toMatchObject({ subs_details: null })
    const charge = async () =>
      (await server.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge
    await expect.poll(charge).toMatchObject({ amount: 50, amount_refunded: 50 })
    const admin = await server.addUser('admin-amount@example.com', { role: 'Admin' })
    const { alerts } = (await server.call(api.payments.alerts, {}, admin)).body
    expect(alerts).toMatchObject([
      { message: expect.stringContaining('$0.50 AUD instead of $4.99') as string, payment: id, user: null },
    ])
    const query = { payment_intent: id }
    const confirmed = await server.call(api.payments.confirmation, { query }, await server.signIn(person))
    expect(confirmed.body.payment).toMatchObject({ status: 'canceled', isWrongAmount: true })
    const mail = await server.outbox.waitFor(person.email, { subject: 'We owe you a refund' })
    expect(mail.text).toContain('$0.50 AUD')
    expect(mail.text).toContain('We’ll refund all of it.')
    const months = await server.call(api.payments.createIntent, input, await server.signIn(person))
    expect(months.status).toBe(200)
  })

  test.each([
    ['usd', '$4.99 USD'],
    ['jpy', '¥499 JPY'],
  ])('isn’t the right one in another currency either: %s', async (currency, amount) => {
    const zed = await server.addUser(`zed-${currency}@example.com`)
    const body = { months: ['Jul' as const], plan: server.plans.pro }
    const { clientSecret } = (await server.call(api.payments.createIntent, { body }, zed)).body
    const events: Stripe.Event[] = []
    const stop = server.standIn.onEvent((event) => void events.push(event))
    server.setEventsLost(true)
    const { id } = await server.pay(clientSecret)
    server.setEventsLost(false)
    stop()
    const paid = events.find(({ type }) => type === 'payment_intent.succeeded') as Paid
    const object = { ...paid.data.object, currency }
    await handleEvent(server.deps, { ...paid, data: { object } })
    const charge = async () =>
      (await server.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge
    await expect.poll(charge).toMatchObject({ amount: 499, amount_refunded: 499 })
    const { text } = await server.outbox.waitFor(zed.email, { subject: 'We owe you a refund' })
    expect(text).toContain(`we received ${amount}`)
    expect(await planStateOf(server.deps, zed.id)).toMatchObject({ subs_details: null })
    const admin = await server.addUser(`admin-${currency}@example.com`, { role: 'Admin' })
    const { alerts } = (await server.call(api.payments.alerts, {}, admin)).body
    expect(alerts.find(({ payment }) => payment === id)?.message).toContain(`${amount} instead of $4.99 AUD`)
  })

  test('isn’t in the books, nor is its refund', async () => {
    const { id } = await payWrongAmount('pm_card_visa')
    const admin = await server.addUser('admin-books@example.com', { role: 'Admin' })
    const { db } = server.deps
    const refunds = () =>
      db.selectFrom('providerRefunds').select('amountCents').where('intentId', '=', id).execute()
    await expect.poll(refunds).toEqual([{ amountCents: 50 }])
    const query = { format: 'csv', find: id } as const
    const { body } = await server.call(api.payments.export, { query }, admin)
    const lines = body.toString().trim().split('\r\n').slice(1)
    expect(lines).toEqual([expect.stringMatching(/,Payment,Cancelled,.*,4\.99,.*,0\.00,0\.00,0\.00,pi_/)])
  })

  test('whose refund the bank returns alerts administrators and the customer', async () => {
    const { person, id } = await payWrongAmount('pm_card_refundFail')
    const charge = async () =>
      (await server.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge
    await expect.poll(charge).toMatchObject({ amount_refunded: 50 })
    await server.passTo(server.later(1.1))
    await server.standIn.webhooksSettled()
    const admin = await server.addUser('admin-returned@example.com', { role: 'Admin' })
    const { alerts } = (await server.call(api.payments.alerts, {}, admin)).body
    expect(alerts.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(`${person.email}, payment ${id}: our refund of \\$0.50 AUD didn’t arrive`),
    )
    const mail = await server.outbox.waitFor(person.email, { subject: 'didn’t arrive' })
    expect(mail.text).not.toContain('you keep the access')
    const { body } = await server.call(api.payments.history, { query: {} }, await server.signIn(person))
    expect(body.docs[0]).toMatchObject({ isWrongAmount: true, refundState: 'failed' })
  })

  test('that’s disputed while its refund waits isn’t paid another way', async () => {
    server.standIn.setBalanceShort(true)
    const { person, id } = await payWrongAmount('pm_card_visa')
    const refunds = async () => (await server.stripe.refunds.list({ payment_intent: id })).data
    await expect.poll(refunds).toMatchObject([{ status: 'pending' }])
    server.standIn.dispute(id)
    await server.standIn.webhooksSettled()
    server.standIn.setBalanceShort(false)
    const admin = await server.addUser('admin-instead@example.com', { role: 'Admin' })
    const { alerts } = (await server.call(api.payments.alerts, {}, admin)).body
    const messages = alerts.map(({ message }) => message).filter((message) => message.includes(person.email))
    expect(messages.join(' ')).toContain('has disputed $0.50 AUD')
    expect(messages.join(' ')).not.toContain('another way')
  })

  test('that’s disputed alerts administrators', async () => {
    const { person } = await payWrongAmount('pm_card_createDispute')
    await server.standIn.webhooksSettled()
    const admin = await server.addUser('admin-disputed@example.com', { role: 'Admin' })
    const { alerts } = (await server.call(api.payments.alerts, {}, admin)).body
    expect(alerts.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(`${person.email}.* has disputed \\$0.50 AUD`),
    )
  })
})
