import { api, type MonthName, type PaymentFilter } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleEvent } from './handle-event.ts'

/** Bank accounts whose debits succeed or fail, days later. */
const [good, empty] = ['000123456', '111111113']
const debit = 'au_becs_debit'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('methods-desk@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = () => server.addUser(`method${++userCount}@example.com`)
const order = async (person: Person, ...months: MonthName[]) =>
  (await server.call(api.payments.createIntent, { body: { months, plan: server.plans.pro } }, person)).body
const payFromAccount = async (clientSecret: string, account_number: string) => {
  const { id } = await server.stripe.paymentMethods.create({
    type: debit,
    au_becs_debit: { bsb_number: '000000', account_number },
    billing_details: { name: 'Ann Lee', email: 'ann@example.com' },
  })
  return server.pay(clientSecret, id)
}
/** Whether the list of payments with a filter has one of a person. */
const isListed = async ({ id }: Person, query: PaymentFilter) => {
  const found = await server.call(
    api.payments.list,
    { query: { ...query, user: id } },
    await server.signIn(admin),
  )
  const all = await server.call(api.payments.list, { query }, await server.signIn(admin))
  return found.body.docs.length === 1 && all.body.docs.some(({ owner }) => owner === id)
}

describe('the method of a payment', () => {
  test('is known if a card is declined', async () => {
    const ann = await addUser()
    const { clientSecret } = await order(ann, 'Oct')
    await server.pay(clientSecret, 'pm_card_visa_chargeDeclined')
    expect(await isListed(ann, { state: 'failed', method: 'card' })).toBe(true)
  })

  test('is known if the bank refuses its customer', async () => {
    const ben = await addUser()
    const { clientSecret } = await order(ben, 'Oct')
    const { id } = await server.pay(clientSecret, 'pm_card_authenticationRequired')
    await fetch(`${server.standIn.url}/3ds/${id}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ client_secret: clientSecret, outcome: 'fail' }),
    })
    await server.standIn.webhooksSettled()
    expect(await isListed(ben, { state: 'failed', method: 'card' })).toBe(true)
  })

  test('is known while a bank debit is pending, and once it fails', async () => {
    const cat = await addUser()
    const { clientSecret } = await order(cat, 'Oct')
    await payFromAccount(clientSecret, empty)
    expect(await isListed(cat, { state: 'open', method: debit })).toBe(true)
    await server.passTo(server.later(4))
    expect(await isListed(cat, { state: 'failed', method: debit })).toBe(true)
  })

  test('is that of the last attempt, in whatever order we hear of them', async () => {
    const dan = await addUser()
    const { clientSecret } = await order(dan, 'Oct')
    const events: Stripe.Event[] = []
    const stop = server.standIn.onEvent((event) => void events.push(event))
    server.setEventsLost(true)
    await server.pay(clientSecret, 'pm_card_visa_chargeDeclined')
    await server.passTo(server.later(0.01))
    await payFromAccount(clientSecret, good)
    server.setEventsLost(false)
    stop()
    for (const event of events.toReversed()) await handleEvent(server.deps, event)
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['charge.failed', 'charge.pending']),
    )
    expect(await isListed(dan, { state: 'open', method: debit })).toBe(true)
    await server.passTo(server.later(4))
    expect(await isListed(dan, { state: 'paid', method: debit })).toBe(true)
  })

  test('is known while a plan’s bank debit is pending, and once it fails', async () => {
    const eva = await addUser()
    await server.subscribe(eva, 'pro', empty)
    expect(await isListed(eva, { state: 'open', method: debit })).toBe(true)
    await server.passTo(server.later(4))
    expect(await isListed(eva, { state: 'failed', method: debit })).toBe(true)
  })

  test('is known if a renewal is declined', async () => {
    const fay = await addUser()
    const session = await server.subscribe(fay, 'pro')
    const { id } = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: session.customer as string,
    })
    await server.stripe.subscriptions.update(session.subscription as string, { default_payment_method: id })
    await server.passTo(server.later(32))
    const query = { state: 'failed', method: 'card', user: fay.id } as const
    const { body } = await server.call(api.payments.list, { query }, await server.signIn(admin))
    expect(body.docs).toHaveLength(1)
  })
})
