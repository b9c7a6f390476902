import { DAY_MS } from '@docketbox/contract/core/units'
import { api, monthNames, paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleMissedEvents } from '../webhook/missed-events/reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

/** Bank accounts whose debits succeed or fail, days later. */
const [good, empty] = ['000123456', '111111113']
let userCount = 0
/** A new user whose renewals are charged to a bank account. */
const subscribe = async (account_number: string, plan: 'pro' | 'premium' = 'pro') => {
  const person = await server.addUser(`debited${++userCount}@example.com`)
  const session = await server.subscribe(person, plan)
  const [customer, subscription] = [session.customer as string, session.subscription as string]
  const { id } = await server.stripe.paymentMethods.create({
    type: 'au_becs_debit',
    au_becs_debit: { bsb_number: '000000', account_number },
    billing_details: { name: 'Ann Lee', email: 'ann@example.com' },
  })
  await server.stripe.paymentMethods.attach(id, { customer })
  await server.stripe.subscriptions.update(subscription, { default_payment_method: id })
  await server.standIn.webhooksSettled()
  return { person, subscription }
}
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const rowOf = ({ id }: Person) =>
  server.deps.db.selectFrom('subscriptions').selectAll().where('ownerId', '=', id).executeTakeFirstOrThrow()
/** After the days of grace, and half an hour before the bank decides. */
const shortlyBeforeDecision = async (person: Person) =>
  new Date(+(await rowOf(person)).periodEnd + 3 * DAY_MS + 1_800_000)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const paidBy = async (person: Person) =>
  (await history(person)).filter(({ status }) => status === 'paid').length
const cancel = async (person: Person) => {
  await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, await server.signIn(person))
  await server.standIn.webhooksSettled()
}

describe('a plan paid by bank debit', () => {
  test('can change to a cheaper plan straight away, but not to a dearer one', async () => {
    const { person: nat } = await subscribe(good)
    const signedIn = await server.signIn(nat)
    const preview = (plan: string) => server.call(api.payments.previewChange, { body: { plan } }, signedIn)
    expect(await preview(server.plans.premium)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.debitTooSlow.code },
    })
    const prorationDate = Math.floor(+server.deps.now() / 1000)
    const body = { plan: server.plans.premium, prorationDate, dueNowCents: 698 }
    expect(await server.call(api.payments.changePlan, { body }, signedIn)).toMatchObject({ status: 409 })
    expect(await history(nat)).toHaveLength(1)
    const { person: ole } = await subscribe(good, 'premium')
    await server.changePlan(ole, 'pro')
    expect(await planOf(ole)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
  })

  test('is paid days later', async () => {
    const { person: ned } = await subscribe(good)
    await server.passTo(await shortlyBeforeDecision(ned))
    expect(await planOf(ned)).toMatchObject({
      subs_details: { status: 'active' },
      subscription: { isRenewalDue: true, isRenewalPending: true },
      unpaidRenewal: null,
      unlocked: ['scan', 'upload', 'category'],
    })
    expect(await history(ned)).toHaveLength(1)
    await server.passTo(server.later(0.1))
    expect((await history(ned)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(await planOf(ned)).toMatchObject({
      subscription: { isRenewalDue: false, isRenewalPending: false },
    })
    expect(await rowOf(ned)).toMatchObject({ isRenewalPending: false })
  })

  test('keeps its access if events only arrive with the nightly fetch', async () => {
    const { person: kim } = await subscribe(good)
    const { periodEnd } = await rowOf(kim)
    server.setEventsLost(true)
    await server.passTo(new Date(+periodEnd + 12 * 3_600_000))
    expect(await planOf(kim)).toMatchObject({ subscription: { isRenewalPending: false } })
    await handleMissedEvents(server.deps)
    await server.passTo(await shortlyBeforeDecision(kim))
    expect(await planOf(kim)).toMatchObject({
      subscription: { isRenewalDue: true, isRenewalPending: true },
      unpaidRenewal: null,
    })
    await server.passTo(server.later(0.1))
    await handleMissedEvents(server.deps)
    server.setEventsLost(false)
    expect(await planOf(kim)).toMatchObject({
      subscription: { isRenewalDue: false, isRenewalPending: false },
    })
  })

  test('continues after it’s cancelled until the debit is decided', async () => {
    const { person: pat } = await subscribe(good)
    await server.passTo(await shortlyBeforeDecision(pat))
    await cancel(pat)
    expect(await planOf(pat)).toMatchObject({
      subscription: { isRenewing: false, isRenewalDue: true, isRenewalPending: true },
      unlocked: ['scan', 'upload', 'category'],
    })
    await server.passTo(server.later(0.1))
    expect(await planOf(pat)).toMatchObject({ subscription: { isRenewing: false, isRenewalDue: false } })
  })

  test('takes the months that a pending debit pays for, even once it’s cancelled', async () => {
    const { person: sue } = await subscribe(good, 'premium')
    await server.passTo(await shortlyBeforeDecision(sue))
    await cancel(sue)
    const taken = async () => {
      const body = { months: [...monthNames] }
      return (await server.call(api.payments.availableMonths, { body }, await server.signIn(sue))).body
        .overlapped
    }
    const whilePending = await taken()
    expect(whilePending.length).toBeGreaterThan(1)
    await server.passTo(server.later(0.1))
    expect(await taken()).toEqual(whilePending)
  })

  test('isn’t charged again if it’s cancelled while a debit is pending that then fails', async () => {
    const { person: uma, subscription } = await subscribe(empty)
    await server.passTo(await shortlyBeforeDecision(uma))
    await cancel(uma)
    await server.passTo(server.later(0.1))
    const statusOf = async () => (await server.stripe.subscriptions.retrieve(subscription)).status
    await expect.poll(statusOf).toBe('canceled')
    expect(await planOf(uma)).toMatchObject({ unpaidRenewal: null, hasEndedUnpaid: false })
    const { text } = await server.outbox.waitFor(uma.email, { subject: 'plan has ended' })
    expect(text).toContain('The plan was cancelled and has now ended.')
    expect(text).not.toContain('payment details')
    const unpaid = async () =>
      (await server.stripe.invoices.list({ subscription, status: 'open' })).data.length
    await expect.poll(unpaid).toBe(0)
  })

  test('that was cancelled before its period ended isn’t renewed, and ends even if we don’t hear of it', async () => {
    const { person: rob } = await subscribe(good)
    await cancel(rob)
    const { periodEnd } = await rowOf(rob)
    server.setEventsLost(true)
    await server.passTo(new Date(+periodEnd + 60_000))
    server.setEventsLost(false)
    expect(await planOf(rob)).toMatchObject({ subs_details: { status: 'expired' }, unpaidRenewal: null })
  })

  test('may fail days later, and is mailed then', async () => {
    const { person: oli } = await subscribe(empty)
    await server.passTo(await shortlyBeforeDecision(oli))
    expect(await planOf(oli)).toMatchObject({ subs_details: { status: 'active' } })
    expect(await history(oli)).toHaveLength(1)
    await server.passTo(server.later(0.1))
    expect((await history(oli))[0]).toMatchObject({ status: 'failed' })
    await server.outbox.waitFor(oli.email, { subject: 'renew your' })
    expect(await planOf(oli)).toMatchObject({
      subs_details: { status: 'expired' },
      unpaidRenewal: { planName: 'Pro' },
    })
  })
})

describe('a plan whose bank debit we haven’t heard of', () => {
  /** A user who subscribes again by card, three days after the end of what's paid and before the debit is decided. */
  const payTwice = async (account: string) => {
    const { person, subscription } = await subscribe(account)
    const { periodEnd } = await rowOf(person)
    server.setEventsLost(true)
    await server.passTo(new Date(+periodEnd + 2 * 3_600_000))
    server.setEventsLost(false)
    await server.passTo(await shortlyBeforeDecision(person))
    expect(await planOf(person)).toMatchObject({ unpaidRenewal: { planName: 'Pro' } })
    await server.subscribe(person, 'premium')
    const statusOf = async () => (await server.stripe.subscriptions.retrieve(subscription)).status
    await expect.poll(statusOf).toBe('canceled')
    await server.passTo(server.later(0.1))
    return { person, subscription }
  }
  const onPremium = { subscription: { planName: 'Premium', isRenewing: true }, unpaidRenewal: null }

  test('ends when its customer subscribes again, and isn’t charged once the debit fails', async () => {
    const { person, subscription } = await payTwice(empty)
    const unpaid = async () =>
      (await server.stripe.invoices.list({ subscription, status: 'open' })).data.length
    await expect.poll(unpaid).toBe(0)
    await server.passTo(server.later(20))
    expect(await planOf(person)).toMatchObject(onPremium)
    expect(await paidBy(person)).toBe(2)
  })

  test('ends the same way, and the debit is refunded in full if it succeeds', async () => {
    const { person, subscription } = await payTwice(good)
    const renewal = () =>
      server.deps.db
        .selectFrom('payments')
        .select(['amountCents', 'refundedCents'])
        .where('providerSubscriptionId', '=', subscription)
        .orderBy('createdAt', 'desc')
        .executeTakeFirst()
    await expect.poll(renewal).toEqual({ amountCents: 499, refundedCents: 499 })
    expect(await planOf(person)).toMatchObject(onPremium)
  })
})

test('the mail about a first debit that failed is sent even if its events are fetched, newest first', async () => {
  const vic = await server.addUser(`debited${++userCount}@example.com`)
  const { body } = await server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, vic)
  server.setEventsLost(true)
  await server.payOn(body.url, empty)
  await server.passTo(server.later(3.1))
  server.setEventsLost(false)
  await handleMissedEvents(server.deps)
  const mail = await server.outbox.waitFor(vic.email, { subject: 'go through' })
  expect(mail.text).toContain('your plan hasn’t started')
  expect(await history(vic)).toMatchObject([{ status: 'failed', amount: 499 }])
})
