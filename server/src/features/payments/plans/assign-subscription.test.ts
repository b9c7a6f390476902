import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'
import { collectJobs, runJobs } from '../testing/waiting-jobs.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

/** As an administrator would in Stripe's Dashboard. @returns the subscription's ID. */
const createAtStripe = async (customer: string) => {
  const plan = server.deps.db.selectFrom('plans').where('id', '=', server.plans.pro)
  const { providerPriceId } = await plan.select('providerPriceId').executeTakeFirstOrThrow()
  const { id } = await server.stripe.subscriptions.create({
    customer,
    items: [{ price: providerPriceId! }],
    default_payment_method: 'pm_card_visa',
  })
  await server.standIn.webhooksSettled()
  return id
}
const createForStranger = async () => {
  const { id } = await server.stripe.customers.create({ email: 'stranger@example.com' })
  return createAtStripe(id)
}
const alertsAbout = async (subscription: string) => {
  const { body } = await server.call(api.payments.alerts, {}, await server.signIn(admin))
  return body.alerts.filter(({ message }) => message.includes(subscription))
}

test('a plan that was created at Stripe for a user’s customer gives them access and a tax invoice', async () => {
  const ann = await server.addUser('ann@example.com')
  await server.call(api.payments.openCheckout, { body: { plan: server.plans.premium } }, ann)
  const customers = server.deps.db.selectFrom('providerCustomers').where('ownerId', '=', ann.id)
  await createAtStripe((await customers.select('id').executeTakeFirstOrThrow()).id)
  expect(await planStateOf(server.deps, ann.id)).toMatchObject({
    subs_details: { planName: 'Pro', status: 'active' },
  })
  expect(await listPayments(server, ann)).toMatchObject([{ status: 'paid', amount: 499, planName: 'Pro' }])
  await server.outbox.waitFor(ann.email, { subject: 'receipt' })
})

describe('a plan that charges someone we don’t know', () => {
  const isAlert = ({ job }: { job: { name: string } }) => job.name === 'payments.alertUnowned'

  test('alerts administrators', async () => {
    let id = ''
    const jobs = await collectJobs(server, async () => void (id = await createForStranger()))
    expect(await alertsAbout(id)).toEqual([])
    await runJobs(server, jobs.filter(isAlert))
    expect(await alertsAbout(id)).toHaveLength(1)
  })

  test('alerts no one once it has ended, as after an account was deleted', async () => {
    let id = ''
    const jobs = await collectJobs(server, async () => void (id = await createForStranger()))
    await server.stripe.subscriptions.cancel(id)
    await server.standIn.webhooksSettled()
    await runJobs(server, jobs.filter(isAlert))
    expect(await alertsAbout(id)).toEqual([])
  })

  test('alerts no one if its checkout tells us who they are later', async () => {
    const bob = await server.addUser('bob@example.com')
    const jobs = await collectJobs(server, async () => void (await server.subscribe(bob, 'pro')))
    expect(jobs.filter(isAlert)).not.toEqual([])
    await runJobs(server, jobs.filter(isAlert))
    const { body } = await server.call(api.payments.alerts, {}, await server.signIn(admin))
    expect(body.alerts).toHaveLength(1)
  })
})

test('an alert of a dispute names its customer once we know them', async () => {
  const { db } = server.deps
  const eve = await server.addUser('eve@example.com')
  const customer = await server.stripe.customers.create({ email: eve.email })
  const subscription = await createAtStripe(customer.id)
  const bills = db.selectFrom('payments').where('providerSubscriptionId', '=', subscription)
  const bill = await bills.select('providerIntentId').executeTakeFirstOrThrow()
  const intent = bill.providerIntentId!
  server.standIn.dispute(intent)
  await server.standIn.webhooksSettled()
  const named = (name: string) => [
    { message: expect.stringMatching(`^${name}, payment ${intent}`) as string },
  ]
  expect(await alertsAbout(intent)).toMatchObject(named('An unknown or deleted account'))
  await db.insertInto('providerCustomers').values({ id: customer.id, ownerId: eve.id }).execute()
  await server.stripe.subscriptions.update(subscription, { metadata: { known: 'yes' } })
  await server.standIn.webhooksSettled()
  expect(await alertsAbout(intent)).toMatchObject(named(eve.email))
})
