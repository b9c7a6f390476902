import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { pdfText } from '#testing/packs.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { refundPart } from '../refunds/owed/refund-part.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { findDispute, loseDispute, winDispute } from '../testing/disputes.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('desk@example.com', { role: 'Admin' })
})

const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = (person: Person) => listPayments(server, person)
/** The latest that money was paid for: a change to a cheaper plan is listed too. */
const latest = async (person: Person) => (await history(person)).find(({ amount }) => amount > 0)!
const alerts = async () =>
  (await server.call(api.payments.alerts, {}, await server.signIn(admin))).body.alerts.map(
    ({ message }) => message,
  )

let userCount = 0
const addUser = () => server.addUser(`payer${++userCount}@example.com`)

async function buyJuly(card: string): Promise<Person> {
  const person = await addUser()
  const body = { months: ['Jul' as const], plan: server.plans.pro }
  const { clientSecret } = (await server.call(api.payments.createIntent, { body }, person)).body
  await server.pay(clientSecret, card)
  return person
}

async function subscribe(plan: 'pro' | 'premium', card?: string) {
  const person = await addUser()
  const { subscription, customer } = await server.subscribe(person, plan, card)
  return { person, subscription: subscription as string, customer: customer as string }
}

async function refund(payment: { _id: string }, amountCents?: number) {
  const body = { reason: 'asked', ...(amountCents !== undefined && { amountCents }) }
  const response = await server.call(
    api.payments.refund,
    { params: { id: payment._id }, body },
    await server.signIn(admin),
  )
  await server.standIn.webhooksSettled()
  return response
}

const open = { subs_details: { status: 'active' }, unlocked: ['scan', 'upload', 'category'] }
const closed = { subs_details: { status: 'cancelled' }, unlocked: ['category'] }
const atStripe = (id: string) => server.stripe.subscriptions.retrieve(id)

describe('a refund', () => {
  test('to a bank account is pending until it arrives', async () => {
    const ann = await buyJuly('pm_card_pendingRefund')
    expect(await refund(await latest(ann))).toMatchObject({ status: 200 })
    expect(await latest(ann)).toMatchObject({ refundedCents: 499, refundState: 'pending' })
    expect(await planOf(ann)).toMatchObject(closed)
    await server.passTo(server.later(1.1))
    expect(await latest(ann)).toMatchObject({ refundedCents: 499, refundState: null })
  })

  test('of a part has the same GST in its mail as in its adjustment note', async () => {
    const gia = await buyJuly('pm_card_visa')
    await refund(await latest(gia), 250)
    const mail = await server.outbox.waitFor(gia.email, { subject: '$2.50 refund' })
    const { _id: id, adjustmentNotes } = await latest(gia)
    const params = { id, note: adjustmentNotes[0]!._id }
    const note = await server.call(api.payments.adjustmentNote, { params }, await server.signIn(gia))
    expect(await pdfText(note.body)).toMatch(/Decrease in GST\s*\$0\.22/)
    expect(mail.text).toContain('GST included: $0.22')
  })

  test('that the bank returns is ours again, and so is the access theirs', async () => {
    const ben = await buyJuly('pm_card_refundFail')
    await refund(await latest(ben))
    expect(await planOf(ben)).toMatchObject(closed)
    await server.passTo(server.later(1.1))
    expect(await latest(ben)).toMatchObject({ refundedCents: 0, refundState: 'failed' })
    expect(await planOf(ben)).toMatchObject(open)
    await server.outbox.waitFor(ben.email, { subject: 'didn’t arrive' })
    expect(await alerts()).toContainEqual(
      expect.stringMatching(/our refund \(\$4\.99 of \$4\.99\) didn’t arrive \(lost or stolen card\)/),
    )
    expect(await refund(await latest(ben))).toMatchObject({ status: 200 })
    expect(await latest(ben)).toMatchObject({ refundedCents: 499, refundState: null })
  })

  test('of a plan that the bank returns keeps the access that was paid for, without renewing', async () => {
    const { person: cay, subscription } = await subscribe('pro', '4000000000005126')
    await refund(await latest(cay))
    await expect.poll(async () => (await atStripe(subscription)).status).toBe('canceled')
    await server.standIn.webhooksSettled()
    expect(await planOf(cay)).toMatchObject(closed)
    await server.passTo(server.later(1.1))
    expect(await planOf(cay)).toMatchObject({ ...open, subscription: { isRenewing: false } })
    expect(await latest(cay)).toMatchObject({ refundedCents: 0, refundState: 'failed' })
    const { text } = await server.outbox.waitFor(cay.email, { subject: 'didn’t arrive' })
    expect(text).toContain('Until then, you keep the access you paid for.')
  })
})

describe('a refund after a plan change', () => {
  const limits = async ({ _id: id }: { _id: string }) =>
    (await server.call(api.payments.refundLimits, { params: { id } }, await server.signIn(admin))).body
  const alreadyCredited = { status: 409, body: { code: paymentRefusals.alreadyCredited.code } }

  test('to a cheaper one ends the plan and takes back the credit, or isn’t made', async () => {
    const { person: dot, subscription, customer } = await subscribe('premium')
    await server.changePlan(dot, 'pro')
    const payment = await latest(dot)
    expect(await limits(payment)).toMatchObject({
      wholeCents: 1197,
      partCents: 0,
      creditedCents: 1197,
      takenBackCents: 698,
      requestedCents: 0,
    })
    expect(await refund(payment, 100)).toMatchObject(alreadyCredited)
    expect(await refund(payment)).toMatchObject({ status: 200 })
    expect(await planOf(dot)).toMatchObject(closed)
    const credit = () => creditAtStripe(server, customer)
    await expect.poll(credit).toBe(0)
    expect(await atStripe(subscription)).toMatchObject({ status: 'canceled' })
    expect(await latest(dot)).toMatchObject({ amount: 1197, refundedCents: 1197 })
  })

  test('that the bank returns restores the credit it took back', async () => {
    const { person: deb, customer } = await subscribe('premium', '4000000000005126')
    await server.changePlan(deb, 'pro')
    const credit = () => creditAtStripe(server, customer)
    await refund(await latest(deb))
    await expect.poll(credit).toBe(0)
    await server.passTo(server.later(1.1))
    await expect.poll(credit).toBe(698)
    expect(await planOf(deb)).toMatchObject({ ...open, subscription: { isRenewing: false } })
    // A new refund takes it back again.
    await refund(await latest(deb))
    await expect.poll(credit).toBe(0)
  })

  test('to a dearer one can’t refund the part that the dearer one used', async () => {
    const { person: eve, subscription } = await subscribe('pro')
    await server.changePlan(eve, 'premium')
    const [premium, pro] = await history(eve)
    expect([premium!.amount, pro!.amount]).toEqual([698, 499])
    expect(await limits(pro!)).toMatchObject({ wholeCents: 0, creditedCents: 499 })
    expect(await refund(pro!)).toMatchObject(alreadyCredited)
    expect(await planOf(eve)).toMatchObject(open)
    expect(await refund(premium!)).toMatchObject({ status: 200 })
    await expect.poll(async () => (await atStripe(subscription)).status).toBe('canceled')
    // With the bill that used it refunded, it's theirs again: in all, what they paid.
    expect(await refund(pro!)).toMatchObject({ status: 200 })
    expect((await history(eve)).map(({ refundedCents }) => refundedCents)).toEqual([698, 499])
  })
})

describe('a dispute', () => {
  const disputeOf = async (person: Person) => findDispute(server, await latest(person))

  test('stops the access it’s about, blocks refunds, and gives it back once won', async () => {
    const fay = await buyJuly('pm_card_createDispute')
    expect(await latest(fay)).toMatchObject({ status: 'paid', disputeState: 'open', refundedCents: 0 })
    expect(await planOf(fay)).toMatchObject(closed)
    expect((await server.outbox.waitFor(fay.email, { subject: 'disputed' })).text).toContain('$4.99')
    expect(await alerts()).toContainEqual(expect.stringContaining(`${fay.email}, payment`))
    expect(await refund(await latest(fay))).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.disputed.code },
    })
    await winDispute(server, await disputeOf(fay))
    expect(await latest(fay)).toMatchObject({ disputeState: 'won' })
    expect(await planOf(fay)).toMatchObject(open)
    await server.outbox.waitFor(fay.email, { subject: 'is over' })
    expect(await refund(await latest(fay))).toMatchObject({ status: 200 })
  })

  test('leaves a refund that we owe until it’s decided', async () => {
    const hal = await buyJuly('pm_card_createDispute')
    const { _id: payment } = await latest(hal)
    const tomorrow: unknown[] = []
    const enqueue = async (...[, , data]: unknown[]) => void tomorrow.push(data)
    const deps = { ...server.deps, jobs: { ...server.deps.jobs, enqueue } }
    const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
    const refundOwed = (tries: number) =>
      refundPart.handler(deps, refundPart.schema.parse({ payment, amountCents: 200, tries }), run)
    await refundOwed(0)
    expect(tomorrow).toMatchObject([{ payment, amountCents: 200, tries: 1, refusals: 0 }])
    await winDispute(server, await disputeOf(hal))
    await refundOwed(1)
    await server.standIn.webhooksSettled()
    expect(await latest(hal)).toMatchObject({ disputeState: 'won', refundedCents: 200 })
    expect(tomorrow).toHaveLength(1)
  })

  test('about a plan keeps it from renewing, and ends it once lost', async () => {
    const { person: gus, subscription } = await subscribe('pro', '4000000000000259')
    await expect.poll(() => planOf(gus)).toMatchObject(closed)
    await expect.poll(async () => (await atStripe(subscription)).cancel_at_period_end).toBe(true)
    await loseDispute(server, await disputeOf(gus))
    await expect.poll(async () => (await atStripe(subscription)).status).toBe('canceled')
    await server.standIn.webhooksSettled()
    expect(await latest(gus)).toMatchObject({ disputeState: 'lost' })
    expect(await planOf(gus)).toMatchObject(closed)
  })

  test.each([
    ['pm_card_createDisputeInquiry', /the bank is asking about \$4\.99/],
    ['pm_card_createIssuerFraudRecord', /may be fraudulent/],
  ])('announced by the bank (%s) only reaches administrators', async (card, message) => {
    const person = await buyJuly(card)
    expect(await planOf(person)).toMatchObject(open)
    expect(await latest(person)).toMatchObject({ disputeState: null })
    expect((await alerts()).filter((one) => one.includes(person.email))).toEqual([
      expect.stringMatching(message),
    ])
  })
})

// Last, because it's a month later.
test('a bank debit that was under way when a refund ended its plan is refunded', async () => {
  const { person: gia, subscription, customer } = await subscribe('pro')
  const { id } = await server.stripe.paymentMethods.create({
    type: 'au_becs_debit',
    au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
    billing_details: { name: 'Gia Lee', email: gia.email },
  })
  await server.stripe.paymentMethods.attach(id, { customer })
  await server.stripe.subscriptions.update(subscription, { default_payment_method: id })
  await server.passTo(server.later(31.2))
  await refund(await latest(gia))
  await expect.poll(async () => (await atStripe(subscription)).status).toBe('canceled')
  await server.passTo(server.later(3))
  await expect
    .poll(async () => (await history(gia)).map(({ refundedCents }) => refundedCents))
    .toEqual([499, 499])
})
