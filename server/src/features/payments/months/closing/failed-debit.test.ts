import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { purgeAccounts } from '#features/account'
import { givePassword } from '#testing/auth/password.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleEvent } from '../../webhook/handle-event.ts'
import { handleMissedEvents } from '../../webhook/missed-events/reconciliation.ts'
import { creditAtStripe } from '../../testing/at-stripe.ts'
import { addUserWithCredit } from '../../testing/credit.ts'
import { listPayments } from '../../testing/lists.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const password = 'kettle magpie tram'
const pass = (days: number) => server.passTo(server.later(days))
const statusOf = async (id: string) => (await server.stripe.paymentIntents.retrieve(id)).status
/** Pays for a month from a bank account. @returns the intent, which is processing. */
const debit = async (person: Person) => {
  const body = { months: ['Dec' as const], plan: server.plans.pro }
  const form = await server.call(api.payments.createIntent, { body }, await server.signIn(person))
  const { clientSecret } = form.body
  const { id } = await server.stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0]!, {
    payment_method_data: {
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000000', account_number: '111111113' },
    },
    return_url: 'http://docketbox.test/complete',
  })
  await server.standIn.webhooksSettled()
  return { id, clientSecret }
}

/** How many months are reserved for a person. */
const reservedOf = async ({ id }: Person) =>
  (await server.deps.db.selectFrom('paymentMonths').select('month').where('ownerId', '=', id).execute())
    .length

describe('a bank debit for months that failed', () => {
  test('can’t be paid another way on a form that’s still open', async () => {
    const ann = await server.addUser('ann@example.com')
    const { id, clientSecret } = await debit(ann)
    await pass(4)
    await expect.poll(() => statusOf(id)).toBe('canceled')
    expect((await server.pay(clientSecret)).status).toBe('canceled')
    expect(await listPayments(server, ann)).toMatchObject([{ status: 'failed' }])
    const mails = server.outbox.sent.filter(({ to, subject }) => to === ann.email && /through/.test(subject))
    expect(mails).toHaveLength(1)
  })

  test('is mailed, and returns its months and credit, even if its events are fetched, newest first', async () => {
    const cat = await addUserWithCredit(server, 'cat@example.com', 200)
    server.setEventsLost(true)
    const { id } = await debit(cat)
    await pass(4)
    server.setEventsLost(false)
    await handleMissedEvents(server.deps)
    await server.outbox.waitFor(cat.email, { subject: 'through' })
    await expect.poll(() => statusOf(id)).toBe('canceled')
    expect(await listPayments(server, cat)).toMatchObject([{ status: 'failed' }])
    await expect.poll(() => creditAtStripe(server, cat.customer)).toBe(200)
    const body = { months: ['Dec' as const] }
    const { overlapped } = (
      await server.call(api.payments.availableMonths, { body }, await server.signIn(cat))
    ).body
    expect(overlapped).toEqual([])
  })

  test('can be paid another way if the bank refused it, even after a card was declined', async () => {
    const dee = await server.addUser('dee@example.com')
    const body = { months: ['Dec' as const], plan: server.plans.pro }
    const form = await server.call(api.payments.createIntent, { body }, await server.signIn(dee))
    const { clientSecret } = form.body
    const { id } = await server.pay(clientSecret, 'pm_card_visa_chargeDeclined')
    const account = await server.stripe.paymentMethods.create({
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000000', account_number: '111111113' },
    })
    // Our bank never refuses one. The declined card’s charge stays the latest.
    const event = (await server.stripe.events.list({ type: 'payment_intent.payment_failed', limit: 1 }))
      .data[0]!
    const intent = event.data.object as Stripe.PaymentIntent
    expect(intent).toMatchObject({ id, latest_charge: expect.any(String) })
    const last_payment_error = { type: 'invalid_request_error', payment_method: account }
    await handleEvent(server.deps, {
      ...event,
      id: `${event.id}_refused`,
      created: event.created + 60,
      data: { object: { ...intent, last_payment_error } },
    } as Stripe.Event)
    expect(await reservedOf(dee)).toBe(1)
    expect((await server.pay(clientSecret)).status).toBe('succeeded')
    expect(await listPayments(server, dee)).toMatchObject([{ status: 'paid' }])
  })

  test('is refunded in full if it’s paid another way after its account was deleted', async () => {
    const bob = await givePassword(server.deps, await server.addUser('bob@example.com'), password)
    const { id, clientSecret } = await debit(bob)
    server.setEventsLost(true)
    await pass(4)
    await server.call(api.account.close, { body: { password } }, await server.signIn(bob))
    const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
    await pass(28)
    await purgeAccounts.handler(server.deps, {}, run)
    await pass(4)
    await purgeAccounts.handler(server.deps, {}, run)
    server.setEventsLost(false)
    expect((await server.pay(clientSecret)).status).toBe('succeeded')
    const payment = () =>
      server.deps.db
        .selectFrom('payments')
        .select(['ownerId', 'status', 'refundedCents'])
        .where('providerIntentId', '=', id)
        .executeTakeFirst()
    await expect.poll(payment).toEqual({ ownerId: null, status: 'paid', refundedCents: 499 })
  })
})
