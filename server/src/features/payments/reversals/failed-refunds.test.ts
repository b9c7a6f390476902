import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'
import { handleEvent } from '../webhook/handle-event.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('failed-refunds@example.com', { role: 'Admin' })
})

afterEach(() => server.standIn.setBalanceShort(false))

const pass = (days: number) => server.passTo(server.later(days))
/** @param subject whose email address or payment they name. */
async function alertsAbout(subject: string): Promise<{ message: string; times: number }[]> {
  const { alerts } = (await server.call(api.payments.alerts, {}, await server.signIn(admin))).body
  return alerts.filter(({ message }) => message.includes(subject))
}
const saying = (text: string) => ({ message: expect.stringContaining(text) as string })
const returned = (refunded: string) => ({
  message: expect.stringContaining(`our refund (${refunded} of $4.99) didn’t arrive`) as string,
  times: 1,
})

test('a refund that the bank returns after a later one is announced with its amount', async () => {
  const ann = await server.addUser('two-refunds@example.com')
  const input = { body: { months: ['Jul' as const], plan: server.plans.pro } }
  const { clientSecret } = (await server.call(api.payments.createIntent, input, ann)).body
  await server.pay(clientSecret, 'pm_card_refundFail')
  const refund = async (amountCents: number) => {
    const params = { id: (await listPayments(server, ann))[0]!._id }
    const body = { amountCents, reason: 'asked' }
    await server.call(api.payments.refund, { params, body }, await server.signIn(admin))
    await server.standIn.webhooksSettled()
  }
  await refund(200)
  await pass(0.6)
  await refund(100)
  await pass(0.6)
  expect(await listPayments(server, ann)).toMatchObject([{ refundedCents: 100 }])
  expect(await alertsAbout(ann.email)).toMatchObject([returned('$2.00')])
  const { text } = await server.outbox.waitFor(ann.email, { subject: 'didn’t arrive' })
  expect(text).toContain('we tried to refund $2.00 of what you paid for Pro')
  // They keep it whatever we do.
  expect(text).not.toContain('access')
  await pass(0.6)
  expect(await alertsAbout(ann.email)).toMatchObject([returned('$1.00'), returned('$2.00')])
})

test('a refund that the bank returned before we heard of the payment is announced once', async () => {
  const bob = await server.addUser('refund-first@example.com')
  server.setEventsLost(true)
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  await server.subscribe(bob, 'pro', '4000000000005126')
  const charged = events.find(({ type }) => type === 'charge.succeeded')!.data.object as Stripe.Charge
  const intent = charged.payment_intent as string
  await server.stripe.refunds.create({ payment_intent: intent, amount: 200 })
  await pass(1.1)
  stop()
  server.setEventsLost(false)
  const isOfRefund = ({ type }: Stripe.Event) => type.startsWith('refund.')
  for (const event of [...events.filter(isOfRefund), ...events.filter((event) => !isOfRefund(event))])
    await handleEvent(server.deps, event)
  for (const event of events) await handleEvent(server.deps, { ...event, id: `${event.id}_again` })
  expect(await alertsAbout(intent)).toMatchObject([returned('$2.00')])
})

test('administrators learn that a refund waits for our balance at Stripe, and it’s made once that covers it', async () => {
  const cas = await server.addUser('no-funds@example.com')
  await server.subscribe(cas, 'pro')
  const [payment] = await listPayments(server, cas)
  server.standIn.setBalanceShort(true)
  const input = { params: { id: payment!._id }, body: { reason: 'asked' } }
  expect((await server.call(api.payments.refund, input, await server.signIn(admin))).status).toBe(200)
  await server.standIn.webhooksSettled()
  expect(await listPayments(server, cas)).toMatchObject([{ refundState: 'pending', refundedCents: 499 }])
  expect(await alertsAbout(cas.email)).toMatchObject([
    {
      message: `no-funds@example.com, payment ${payment!.payment_id}: our refund of $4.99 AUD waits, because our balance at Stripe doesn’t cover it. Add funds in Stripe’s Dashboard: after 45 days it fails.`,
      times: 1,
    },
  ])
  const { text } = await server.outbox.waitFor(cas.email, { subject: '$4.99 refund' })
  expect(text).toContain('It usually reaches the card or account you paid with within 10 days.')
  server.standIn.setBalanceShort(false)
  await server.standIn.webhooksSettled()
  expect(await listPayments(server, cas)).toMatchObject([{ refundState: null, refundedCents: 499 }])
  expect(await alertsAbout(cas.email)).toEqual([])
})

test('a refund that Stripe gave up isn’t said to have been returned by the bank', async () => {
  const dee = await server.addUser('gave-up@example.com')
  await server.subscribe(dee, 'pro')
  const [payment] = await listPayments(server, dee)
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  await server.stripe.refunds.create({ payment_intent: payment!.payment_id })
  await server.standIn.webhooksSettled()
  stop()
  const created = events.find(({ type }) => type === 'refund.created') as Stripe.RefundCreatedEvent
  const object = { ...created.data.object, status: 'failed', failure_reason: 'insufficient_funds' }
  await handleEvent(server.deps, { ...created, id: `${created.id}_failed`, data: { object } })
  expect(await alertsAbout(dee.email)).toMatchObject([
    saying('didn’t arrive (insufficient funds). Pay them another way.'),
  ])
  const { text } = await server.outbox.waitFor(dee.email, { subject: 'didn’t arrive' })
  expect(text).toContain('but it didn’t go through.')
})

test('a refund of a payment that’s disputed while it waits isn’t paid another way', async () => {
  const eli = await server.addUser('disputed-instead@example.com')
  await server.subscribe(eli, 'pro')
  const [payment] = await listPayments(server, eli)
  server.standIn.setBalanceShort(true)
  await server.stripe.refunds.create({ payment_intent: payment!.payment_id })
  await server.standIn.webhooksSettled()
  server.standIn.dispute(payment!.payment_id)
  await server.standIn.webhooksSettled()
  const alerts = (await alertsAbout(eli.email)).map(({ message }) => message).join(' ')
  expect(alerts).toContain(
    'didn’t arrive, because they disputed the payment instead. If we win the dispute, refund them again.',
  )
  expect(alerts).not.toContain('another way')
  const { text } = await server.outbox.waitFor(eli.email, { subject: 'has been disputed' })
  expect(text).toContain('your bank told us you’ve disputed your $4.99 payment')
  const subjects = server.outbox.sent.filter(({ to }) => to === eli.email).map(({ subject }) => subject)
  expect(subjects.join()).not.toContain('didn’t arrive')
  expect(await listPayments(server, eli)).toMatchObject([{ disputeState: 'open', refundedCents: 0 }])
})
