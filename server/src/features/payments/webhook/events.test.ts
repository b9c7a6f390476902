import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { deliverTo } from '../testing/deliver.ts'
import { handleMissedEvents, requestReconciliation } from './missed-events/reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const deliver = (body: string, secret?: string, header?: string) =>
  deliverTo(server, body, { secret, header })

let userCount = 0
const addUser = () => server.addUser(`someone${++userCount}@example.com`)

async function buyJuly() {
  const person = await addUser()
  const input = { body: { months: ['Jul' as const], plan: server.plans.pro } }
  const { body } = await server.call(api.payments.createIntent, input, person)
  await server.pay(body.clientSecret)
  const id = body.clientSecret.split('_secret_')[0]!
  const events = (await server.stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 })).data
  return { person, event: events.find(({ data }) => (data.object as Stripe.PaymentIntent).id === id)! }
}

test('events of a payment that arrive at the same time never deadlock', async () => {
  await Promise.all(Array.from({ length: 8 }, buyJuly))
  const { rows } = await sql`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(server.deps.db)
  expect(rows).toEqual([{ deadlocks: 0 }])
})

describe('a Stripe event', () => {
  test.each([
    [
      'without a signature',
      (body: string) => fetch(`${server.url}/api/payment-events`, { method: 'POST', body }),
    ],
    ['signed with another secret', (body: string) => deliver(body, 'whsec_other')],
    ['changed after signing', (body: string) => deliver(body.replace('499', '1'), undefined, sign(body))],
    [
      'signed an hour ago',
      (body: string) => deliver(body, undefined, sign(body, Math.floor(Date.now() / 1000) - 3600)),
    ],
    ['that isn’t JSON', () => deliver('no json')],
    ['with an empty signature', (body: string) => deliver(body, undefined, 't=1,v1=')],
  ])('%s is refused and changes nothing', async (_, send) => {
    const before = await count()
    const { event } = await buyJuly()
    const forged = JSON.stringify({ ...event, id: 'evt_forged' })
    const response = await send(forged)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'paymentEvents.unsigned' })
    const recorded = await server.deps.db
      .selectFrom('providerEvents')
      .select('id')
      .where('id', '=', 'evt_forged')
      .execute()
    expect(recorded).toEqual([])
    expect(await count()).toBe(before + 1)
  })

  const sign = (payload: string, timestamp?: number) =>
    server.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: server.standIn.webhookSecret,
      ...(timestamp && { timestamp }),
    })
  const count = async () => (await server.deps.db.selectFrom('payments').select('id').execute()).length

  test('delivered again, even in parallel, changes nothing and sends no mail', async () => {
    const { person, event } = await buyJuly()
    await server.outbox.waitFor(person.email, { subject: 'receipt' })
    const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(JSON.stringify(event))))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    const months = await server.deps.db
      .selectFrom('subscriptions')
      .select('id')
      .where('ownerId', '=', person.id)
      .execute()
    expect(months).toHaveLength(1)
    expect(
      server.outbox.sent.filter(({ to, subject }) => to === person.email && subject.includes('receipt')),
    ).toHaveLength(1)
  })

  test.each(['2025-03-31.basil', null])(
    'of API version %s is refused, and administrators see why',
    async (version) => {
      const { event } = await buyJuly()
      const old = { ...event, id: `evt_${version}`, api_version: version }
      const response = await deliver(JSON.stringify(old))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'paymentEvents.anotherVersion' })
      await deliver(JSON.stringify(old))
      const admin = await server.addUser(`admin-${version}@example.com`, { role: 'Admin' })
      const alerts = async () => (await server.call(api.payments.alerts, {}, admin)).body.alerts
      const [alert] = await alerts()
      expect(alert).toMatchObject({
        times: 2,
        message: expect.stringContaining(version ?? 'unknown') as string,
      })
      expect(alert!.message).toContain('We reject them')
      const mails = () => server.outbox.sent.map(({ text }) => text)
      await expect.poll(mails).toContainEqual(expect.stringContaining(alert!.message))
      const params = { id: alert!._id }
      expect(await server.call(api.payments.dismissAlert, { params }, admin)).toMatchObject({ status: 200 })
      expect(await server.call(api.payments.dismissAlert, { params }, admin)).toMatchObject({ status: 404 })
      expect(await alerts()).toEqual([])
    },
  )

  test.each([
    ['without data', { data: undefined }],
    ['of API v2, which are thin', { object: 'v2.core.event', data: undefined }],
  ])('%s are refused, not tried again for days', async (_, change) => {
    const { event } = await buyJuly()
    const response = await deliver(JSON.stringify({ ...event, ...change, id: 'evt_shapeless' }))
    expect(response.status).toBe(400)
  })

  test('that never arrived is fetched at the next start and every night', async () => {
    const person = await addUser()
    const input = { body: { months: ['Jul' as const], plan: server.plans.pro } }
    const { body } = await server.call(api.payments.createIntent, input, person)
    server.setEventsLost(true)
    await server.stripe.paymentIntents.confirm(body.clientSecret.split('_secret_')[0]!, {
      payment_method: 'pm_card_visa',
      return_url: 'http://docketbox.test/complete',
    })
    expect(await planStateOf(server.deps, person.id)).toMatchObject({ subs_details: null })
    await requestReconciliation(server.deps, server.deps.db)
    await expect
      .poll(() => planStateOf(server.deps, person.id), { timeout: 30_000 })
      .toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
    expect(await handleMissedEvents(server.deps)).toBe(0)
    server.setEventsLost(false)
  })

  test('that never arrived is fetched even if nothing could be fetched for a week', async () => {
    await handleMissedEvents(server.deps)
    const { person, lost } = await loseJuly()
    await server.passTo(server.later(7))
    // What arrives later doesn't hide it.
    server.setEventsLost(false)
    await buyJuly()
    expect(await isRecorded(lost)).toBe(false)
    await handleMissedEvents(server.deps)
    expect(await isRecorded(lost)).toBe(true)
    expect(await planStateOf(server.deps, person.id)).toMatchObject({ subs_details: { planName: 'Pro' } })
  })

  test('that can’t be handled doesn’t hold up others that never arrived, and is fetched again', async () => {
    const { db } = server.deps
    const first = await loseJuly()
    const second = await loseJuly()
    await sql`alter table provider_events add constraint broken check (id <> ${sql.lit(second.lost)})`.execute(
      db,
    )
    await expect(handleMissedEvents(server.deps)).rejects.toThrow('Some events couldn’t be handled yet.')
    expect([await isRecorded(first.lost), await isRecorded(second.lost)]).toEqual([true, false])
    await sql`alter table provider_events drop constraint broken`.execute(db)
    await server.passTo(server.later(7))
    await handleMissedEvents(server.deps)
    expect(await isRecorded(second.lost)).toBe(true)
    server.setEventsLost(false)
  })
})

/** Buys a month, but the events never arrive. */
async function loseJuly() {
  server.setEventsLost(true)
  const { person, event } = await buyJuly()
  return { person, lost: event.id }
}

async function isRecorded(id: string): Promise<boolean> {
  const rows = await server.deps.db.selectFrom('providerEvents').select('id').where('id', '=', id).execute()
  return rows.length > 0
}
