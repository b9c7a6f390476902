import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { HOUR_MS } from '@docketbox/contract/core/units'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleMissedEvents } from '../../webhook/missed-events/reconciliation.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('refunder@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = () => server.addUser(`changer${++userCount}@example.com`)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
const creditOf = async (person: Person) =>
  (await server.call(api.payments.credit, {}, await server.signIn(person))).body.creditCents
const preview = async (person: Person, plan: string) =>
  (await server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(person))).body

/** An administrator refunds a part of a person's latest payment. */
async function refundPart(person: Person, amountCents: number): Promise<void> {
  const [payment] = await history(person)
  const body = { reason: 'asked', amountCents }
  const response = await server.call(
    api.payments.refund,
    { params: { id: payment!._id }, body },
    await server.signIn(admin),
  )
  expect(response.status).toBe(200)
  await server.standIn.webhooksSettled()
}

test('a cheaper plan after a partial refund leaves credit for what wasn’t refunded', async () => {
  const ana = await addUser()
  await server.subscribe(ana, 'premium')
  await refundPart(ana, 500)
  const shown = await preview(ana, server.plans.pro)
  expect(shown).toMatchObject({
    chargeCents: 499,
    creditCents: 697,
    alreadyRefundedCents: 500,
    balanceAfterCents: 198,
    dueNowCents: 0,
  })
  await server.changePlan(ana, 'pro')
  expect(await creditOf(ana)).toBe(198)
  const [change] = await history(ana)
  expect(change).toMatchObject({ planName: 'Pro', amount: 0, adjustmentNotes: [{ amountCents: 198 }] })
  // All of it was paid for, so the next change credits the price.
  expect(await preview(ana, server.plans.premium)).toMatchObject({
    creditCents: 499,
    alreadyRefundedCents: 0,
    balanceUsedCents: 198,
    dueNowCents: 500,
  })
})

test('a dearer plan after a partial refund costs what wasn’t paid for, and its invoice says why', async () => {
  const bo = await addUser()
  await server.subscribe(bo, 'pro')
  await refundPart(bo, 100)
  const shown = await preview(bo, server.plans.premium)
  expect(shown).toMatchObject({
    chargeCents: 1197,
    creditCents: 399,
    alreadyRefundedCents: 100,
    dueNowCents: 798,
  })
  await server.changePlan(bo, 'premium')
  const [upgrade] = await history(bo)
  expect(upgrade).toMatchObject({ planName: 'Premium', amount: 798, alreadyRefundedCents: 100 })
  const row = await server.deps.db
    .selectFrom('payments')
    .select('lines')
    .where('id', '=', upgrade!._id)
    .executeTakeFirstOrThrow()
  expect(row.lines).toMatchObject([
    { text: 'Unused time on Pro plan', cents: -499 },
    { text: 'Premium plan', cents: 1197 },
    { text: 'Already refunded', cents: 100 },
  ])
})

test('a refund counts before its event has arrived, and while Stripe is being asked for it', async () => {
  const dan = await addUser()
  await server.subscribe(dan, 'pro')
  server.setEventsLost(true)
  await refundPart(dan, 300)
  server.setEventsLost(false)
  expect((await history(dan))[0]).toMatchObject({ refundedCents: 0 })
  const counted = { creditCents: 199, alreadyRefundedCents: 300, dueNowCents: 998 }
  expect(await preview(dan, server.plans.premium)).toMatchObject(counted)
  await handleMissedEvents(server.deps)
  expect(await preview(dan, server.plans.premium)).toMatchObject(counted)
  const [payment] = await history(dan)
  await server.deps.db
    .insertInto('refundRequests')
    .values({ key: 'refund', paymentId: payment!._id, amountCents: 99, requestedAt: server.deps.now() })
    .execute()
  expect(await preview(dan, server.plans.premium)).toMatchObject({ creditCents: 100 })
  // Stripe never heard of that one.
  server.setNow(new Date(server.deps.now().getTime() + 2 * HOUR_MS))
  expect(await preview(dan, server.plans.premium)).toMatchObject({ creditCents: 199 })
})

test('a second subscription after a partial refund gives back what’s left of this month', async () => {
  const cy = await addUser()
  await server.subscribe(cy, 'pro')
  await server.passTo(server.later(32))
  expect(await history(cy)).toHaveLength(2)
  await refundPart(cy, 400)
  await server.subscribe(cy, 'premium')
  await server.outbox.waitFor(cy.email, { subject: 'earlier plan' })
  await server.standIn.webhooksSettled()
  const [, thisMonth, lastMonth] = await history(cy)
  expect(thisMonth!.refundedCents).toBe(499)
  expect(lastMonth!.refundedCents).toBe(0)
})

test('the credit for unused time can be recalculated from the preview and from the invoice', async () => {
  const eli = await addUser()
  await server.subscribe(eli, 'pro')
  const start = server.deps.now()
  await server.passTo(new Date(start.getTime() + 9.4 * DAY_MS + 61_000))
  const changedAt = server.deps.now()
  const shown = await preview(eli, server.plans.premium)
  const [unused] = shown.unusedTime
  const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000
  const { from, periodStart, periodEnd } = unused!
  const share = seconds(from, periodEnd) / seconds(periodStart, periodEnd)
  expect(share).toBeLessThan(1)
  expect(unused).toMatchObject({
    name: 'Unused time on Pro plan',
    priceCents: 499,
    cents: Math.round(499 * share),
  })
  expect(shown.creditCents).toBe(unused!.cents)
  expect(Math.abs(seconds(from, changedAt.toISOString()))).toBeLessThan(60)
  await server.changePlan(eli, 'premium')
  const [upgrade, first] = await history(eli)
  expect(upgrade!.unusedTime).toEqual(shown.unusedTime)
  expect(first!.unusedTime).toEqual([])
  // The next change is a part of what the upgrade cost, whatever credit paid for.
  await server.passTo(new Date(changedAt.getTime() + 20 * DAY_MS))
  await server.changePlan(eli, 'pro')
  const [downgrade] = await history(eli)
  const [left] = downgrade!.unusedTime
  expect(left).toMatchObject({ name: 'Unused time on Premium plan', priceCents: 1197 })
  expect(left!.cents).toBe(
    Math.round((1197 * seconds(left!.from, left!.periodEnd)) / seconds(left!.periodStart, left!.periodEnd)),
  )
})
