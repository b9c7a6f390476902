import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleMissedEvents } from '../webhook/reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0
const addUser = () => server.addUser(`subscriber${++userCount}@example.com`)
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const later = (days: number) => new Date(server.deps.now().getTime() + days * 86_400_000)

describe('a refunded subscription', () => {
  test('ends immediately after a full refund, but not after a partial one', async () => {
    const admin = await server.addUser('refunder@example.com', { role: 'Admin' })
    const ned = await addUser()
    await server.subscribe(ned, 'pro')
    const [payment] = await history(ned)
    const refund = (amounts: { amountCents?: number; refundableCents?: number } = {}) =>
      server.call(
        api.payments.refund,
        { params: { id: payment!._id }, body: { reason: 'asked', ...amounts } },
        admin,
      )
    // A double click is one refund, and one entry in the audit log.
    const seen = { amountCents: 100, refundableCents: 499 }
    const pressed = await Promise.all([refund(seen), refund(seen), refund(seen), refund(seen)])
    expect(pressed.map(({ status }) => status)).toContain(200)
    await server.standIn.webhooksSettled()
    expect(await refund(seen)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.refundOutdated.code },
    })
    const find = (text: string) => server.call(api.payments.list, { query: { find: text } }, admin)
    expect((await find(ned.email.toUpperCase())).body.docs).toMatchObject([
      { buyerEmail: ned.email, refundedCents: 100, refundableCents: 399 },
    ])
    expect((await find(payment!.payment_id)).body.docs).toMatchObject([{ _id: payment!._id }])
    expect((await find('pi_unknown')).body.docs).toEqual([])
    const mail = await server.outbox.waitFor(ned.email, { subject: '$1.00 refund' })
    expect(mail.text).toContain('we’ve refunded $1.00')
    expect(await planOf(ned)).toMatchObject({ subs_details: { status: 'active' } })
    expect(await refund()).toMatchObject({ status: 200 })
    await server.standIn.webhooksSettled()
    const [refunded] = await history(ned)
    expect(refunded).toMatchObject({ status: 'paid', refundedCents: 499 })
    expect(refunded!.adjustmentNotes.map(({ amountCents }) => amountCents)).toEqual([100, 399])
    const numbers = refunded!.adjustmentNotes.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(2)
    expect(mail.attachments).toMatchObject([{ name: `adjustment-note-${numbers[0]}.pdf` }])
    expect(await planOf(ned)).toMatchObject({
      subs_details: { status: 'cancelled' },
      unlocked: ['category'],
    })
    expect(await refund()).toMatchObject({ status: 409, body: { code: paymentRefusals.notRefundable.code } })
    expect((await server.outbox.waitFor(ned.email, { subject: '$3.99 refund' })).text).toContain(
      'access you paid for has ended',
    )
    const noted = await server.deps.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'details'])
      .where('subjectId', '=', payment!._id)
      .where('action', '=', 'payments.refund')
      .orderBy('id')
      .execute()
    expect(noted.map(({ action, actorId }) => [action, actorId])).toEqual(
      Array.from({ length: 2 }, () => ['payments.refund', admin.id]),
    )
    expect(noted[1]!.details).toEqual({ amountCents: 399, reason: 'asked' })
  })

  test('that’s still pending shows whose it is', async () => {
    const admin = await server.addUser('pending@example.com', { role: 'Admin' })
    const ola = await addUser()
    const input = { body: { months: ['Sep' as const], plan: server.plans.pro } }
    await server.call(api.payments.createIntent, input, ola)
    const { docs } = (await server.call(api.payments.list, { query: { find: ola.email } }, admin)).body
    expect(docs).toMatchObject([
      { status: 'open', buyerEmail: ola.email, buyerName: expect.stringMatching(/\S \S/) as string },
    ])
  })

  test('doesn’t renew after a full refund', async () => {
    const nia = await addUser()
    const { subscription } = await server.subscribe(nia, 'pro')
    const [payment] = await history(nia)
    await server.stripe.refunds.create({ payment_intent: payment!.payment_id })
    await server.standIn.webhooksSettled()
    const plan = async () => (await server.stripe.subscriptions.retrieve(subscription as string)).status
    await expect.poll(plan, { timeout: 20_000 }).toBe('canceled')
    await server.passTo(later(40))
    expect(await history(nia)).toHaveLength(1)
  })

  test('refunded in Stripe’s dashboard shows here and can’t be refunded again', async () => {
    const admin = await server.addUser('late@example.com', { role: 'Admin' })
    const oda = await addUser()
    await server.subscribe(oda, 'pro')
    const [payment] = await history(oda)
    server.setEventsLost(true)
    await server.stripe.refunds.create({ payment_intent: payment!.payment_id })
    const again = await server.call(
      api.payments.refund,
      { params: { id: payment!._id }, body: { reason: 'asked' } },
      admin,
    )
    expect(again).toMatchObject({ status: 409, body: { code: paymentRefusals.notRefundable.code } })
    server.setEventsLost(false)
    await handleMissedEvents(server.deps)
    expect((await history(oda))[0]).toMatchObject({ status: 'paid', refundedCents: 499 })
    expect(await planOf(oda)).toMatchObject({ unlocked: ['category'] })
  })
})
