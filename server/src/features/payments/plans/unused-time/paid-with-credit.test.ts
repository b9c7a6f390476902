import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../../testing/at-stripe.ts'
import { addUserWithCredit } from '../../testing/credit.ts'
import { listPayments } from '../../testing/lists.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date('2026-10-31T15:00:00Z'))
})
beforeEach(() => server.setNow(new Date('2026-10-31T15:00:00Z')))

let userCount = 0
const addUser = (creditCents: number) =>
  addUserWithCredit(server, `part-credit${++userCount}@example.com`, creditCents)
const passTo = (day: string) => server.passTo(new Date(`${day}T02:00:00Z`))
const active = { subs_details: { status: 'active' } }

async function order(person: Person, months: MonthName[]): Promise<string> {
  const input = { body: { months, plan: server.plans.pro } }
  return (await server.call(api.payments.createIntent, input, person)).body.clientSecret
}

/** What was returned of a person's first payment, and their credit. All of it has been settled. */
async function returnedTo(person: Person & { customer: string }) {
  await server.standIn.webhooksSettled()
  const { refundedCents, creditReturnedCents } = (await listPayments(server, person)).at(-1)!
  return { refundedCents, creditReturnedCents, creditCents: await creditAtStripe(server, person.customer) }
}

test('a month of which credit paid a part comes back as credit when a subscription covers half of it', async () => {
  const ann = await addUser(449)
  await server.pay(await order(ann, ['Nov']))
  await passTo('2026-11-16')
  await server.subscribe(ann, 'premium')
  const mail = await server.outbox.waitFor(ann.email, { subject: 'single months' })
  expect(mail.text).toContain('added $2.4')
  await expect.poll(() => creditAtStripe(server, ann.customer)).toBeGreaterThan(0)
  const { refundedCents, creditReturnedCents, creditCents } = await returnedTo(ann)
  expect({ refundedCents, creditReturnedCents }).toEqual({
    refundedCents: 0,
    creditReturnedCents: creditCents,
  })
  expect(creditCents).toBeLessThan(250)
})

test('a month that was over when it was paid comes back as credit, and the next one stays', async () => {
  const bob = await addUser(698)
  const form = await order(bob, ['Nov', 'Dec'])
  server.setNow(new Date('2026-11-30T14:00:00Z'))
  await server.pay(form)
  await expect.poll(() => creditAtStripe(server, bob.customer)).toBe(499)
  expect(await returnedTo(bob)).toEqual({ refundedCents: 0, creditReturnedCents: 499, creditCents: 499 })
  expect(await planStateOf(server.deps, bob.id)).toMatchObject(active)
})

test('all of what credit and card paid comes back if all of it is unused', async () => {
  const cas = await addUser(449)
  await server.pay(await order(cas, ['Dec']))
  await server.subscribe(cas, 'premium')
  await expect.poll(() => returnedTo(cas)).toMatchObject({ refundedCents: 50, creditReturnedCents: 449 })
})

test('half of a plan of which credit paid a part comes back as credit when another one replaces it', async () => {
  const dee = await addUser(449)
  await server.subscribe(dee, 'pro')
  await passTo('2026-11-16')
  await server.subscribe(dee, 'premium')
  const mail = await server.outbox.waitFor(dee.email, { subject: 'earlier plan' })
  expect(mail.text).toContain('added $2.4')
  await expect.poll(() => creditAtStripe(server, dee.customer)).toBeGreaterThan(0)
  const { refundedCents, creditReturnedCents, creditCents } = await returnedTo(dee)
  expect({ refundedCents, creditReturnedCents }).toEqual({
    refundedCents: 0,
    creditReturnedCents: creditCents,
  })
  expect(creditCents).toBeLessThan(250)
})

test('credit that paid for a plan before its upgrade comes back before the card', async () => {
  const eve = await addUser(449)
  await server.subscribe(eve, 'pro')
  await server.changePlan(eve, 'premium')
  await passTo('2026-11-10')
  await server.subscribe(eve, 'premium')
  await server.outbox.waitFor(eve.email, { subject: 'earlier plan' })
  await expect.poll(() => creditAtStripe(server, eve.customer)).toBeGreaterThan(0)
  const { refundedCents, creditReturnedCents, creditCents } = await returnedTo(eve)
  expect({ refundedCents, creditReturnedCents }).toEqual({
    refundedCents: 0,
    creditReturnedCents: creditCents,
  })
  // $10.74 is unused, of which $6.98 goes to the card that paid for the upgrade.
  expect(creditCents).toBe(376)
})
