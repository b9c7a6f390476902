import { api, paymentRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { endPlan } from '../plans/ending/end-older-plans.ts'
import { disputeFirst, loseDispute, winDispute } from '../testing/disputes.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'
import { collectJobs, runJobs } from '../testing/waiting-jobs.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('bank-desk@example.com', { role: 'Admin' })
})

let userCount = 0
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = (person: Person) => listPayments(server, person)
const alertsAbout = (person: Person) => listAlerts(server, admin, person)
const isRenewingAtStripe = async (id: string) =>
  !(await server.stripe.subscriptions.retrieve(id)).cancel_at_period_end
const preview = async (person: Person, plan: string) =>
  server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(person))

async function subscribe(plan: 'pro' | 'premium') {
  const person = await server.addUser(`regular${++userCount}@example.com`)
  const { subscription } = await server.subscribe(person, plan)
  return { person, subscription: subscription as string }
}

test('a dispute about an earlier month keeps the plan for the month that was paid, without renewing', async () => {
  const { person: abe, subscription } = await subscribe('pro')
  await server.passTo(server.later(32))
  await disputeFirst(server, abe)
  await expect.poll(() => isRenewingAtStripe(subscription)).toBe(false)
  await server.standIn.webhooksSettled()
  expect(await planOf(abe)).toMatchObject({
    subs_details: { status: 'active' },
    subscription: { isRenewing: false },
    isDisputed: true,
    change: null,
  })
  const { text } = await server.outbox.waitFor(abe.email, { subject: 'disputed' })
  expect(text).toContain('Your plan continues until 1 Sep 2026, but it won’t renew')
  expect(text).not.toContain('has stopped')
  const [alert] = await alertsAbout(abe)
  expect(alert).toContain('A later payment paid for their plan, which continues until 1 Sep 2026')
  expect(alert).not.toContain('access has stopped')
})

test('a plan that’s resumed once a dispute is lost stays so, even if Stripe was unavailable for the jobs until then', async () => {
  const { person: ada, subscription } = await subscribe('pro')
  await server.passTo(server.later(32))
  const dispute = await disputeFirst(server, ada)
  await expect.poll(() => isRenewingAtStripe(subscription)).toBe(false)
  await server.standIn.webhooksSettled()
  const jobs = await collectJobs(server, () => loseDispute(server, dispute))
  const resume = { body: { isCancelled: false } }
  const resumed = await server.call(api.payments.cancelPlan, resume, await server.signIn(ada))
  expect(resumed).toMatchObject({ status: 200, body: { message: 'Your plan will renew as usual.' } })
  await runJobs(server, jobs)
  expect(await isRenewingAtStripe(subscription)).toBe(true)
})

test('a plan that a dispute has stopped can be told apart from one that was cancelled, until the bank has decided', async () => {
  const { person: deb } = await subscribe('pro')
  const dispute = await disputeFirst(server, deb)
  const stopped = { subs_details: { status: 'cancelled' }, subscription: null }
  expect(await planOf(deb)).toMatchObject({ ...stopped, isDisputed: true })
  await loseDispute(server, dispute)
  expect(await planOf(deb)).toMatchObject({ ...stopped, isDisputed: false })
})

test('a dispute about what an upgrade used can’t be renewed or changed around, and once won costs nothing', async () => {
  const { person: bea, subscription } = await subscribe('pro')
  await server.changePlan(bea, 'premium')
  const dispute = await disputeFirst(server, bea)
  await expect.poll(() => isRenewingAtStripe(subscription)).toBe(false)
  expect(await planOf(bea)).toMatchObject({ subs_details: { planName: 'Premium', status: 'active' } })
  const refused = { status: 409, body: { code: paymentRefusals.planDisputed.code } }
  expect(await preview(bea, server.plans.pro)).toMatchObject(refused)
  const resume = { body: { isCancelled: false } }
  expect(await server.call(api.payments.cancelPlan, resume, await server.signIn(bea))).toMatchObject(refused)
  // Resumed in Stripe's portal, or by a plan change that was under way.
  await server.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  await server.standIn.webhooksSettled()
  await expect.poll(() => isRenewingAtStripe(subscription)).toBe(false)
  expect(await planOf(bea)).toMatchObject({ isDisputed: true })
  await winDispute(server, dispute)
  expect(await planOf(bea)).toMatchObject({ isDisputed: false, change: { planName: 'Pro' } })
  const { text } = await server.outbox.waitFor(bea.email, { subject: 'is over' })
  expect(text).toContain('Your plan continues until')
  expect(text).not.toContain('again')
  expect((await preview(bea, server.plans.pro)).body).toMatchObject({
    creditCents: 1197,
    alreadyRefundedCents: 0,
    balanceAfterCents: 698,
  })
})

test('a second subscription returns what’s disputed of the first one, unless the bank already did', async () => {
  const { person: cat, subscription } = await subscribe('pro')
  await server.changePlan(cat, 'premium')
  const dispute = await disputeFirst(server, cat)
  expect(await planOf(cat)).toMatchObject({ isDisputed: true })
  await server.subscribe(cat, 'premium')
  expect(await planOf(cat)).toMatchObject({ isDisputed: false })
  await server.outbox.waitFor(cat.email, { subject: 'earlier plan' })
  await server.standIn.webhooksSettled()
  const refunded = async () => (await history(cat)).map(({ refundedCents }) => refundedCents)
  expect(await refunded()).toEqual([0, 698, 0])
  await expect.poll(() => owedJobs(cat)).toEqual([499])
  await endAgain(subscription)
  await server.standIn.webhooksSettled()
  expect(await owedJobs(cat)).toEqual([499])
  await loseDispute(server, dispute)
  expect(await refunded()).toEqual([0, 698, 0])
})

/** Ends a plan once more with the data of its job, as after a crash. */
async function endAgain(subscription: string): Promise<void> {
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = ${endPlan.name} and data ->> 'subscription' = ${subscription}
  `.execute(server.deps.db)
  const run = { id: '1', attempt: 2, isLast: false, signal: new AbortController().signal }
  for (const { data } of rows) await endPlan.handler(server.deps, endPlan.schema.parse(data), run)
}

/** What we'll refund of a person's first payment once the bank lets us. */
async function owedJobs(person: Person): Promise<number[]> {
  const { rows } = await sql<{ data: { payment: string; amountCents: number } }>`
    select data from pgboss.job where name = 'payments.refundPart' and state = 'created'
  `.execute(server.deps.db)
  const { _id: id } = (await history(person)).at(-1)!
  return rows.filter(({ data }) => data.payment === id).map(({ data }) => data.amountCents)
}
