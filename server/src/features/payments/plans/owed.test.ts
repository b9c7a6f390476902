import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { untilEndedAtStripe } from '../testing/at-stripe.ts'
import { disputeFirst, loseDispute, winAppeal } from '../testing/disputes.ts'
import { listPayments, listRunningPlans } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('owed-desk@example.com', { role: 'Admin' })
})

/** Someone whose plan ended with a lost dispute, before we won the appeal. */
async function winLate(email: string): Promise<Person> {
  const person = await server.addUser(email)
  const { subscription } = await server.subscribe(person, 'pro')
  const dispute = await disputeFirst(server, person)
  await loseDispute(server, dispute)
  await untilEndedAtStripe(server, subscription as string)
  await winAppeal(server, dispute)
  return person
}

/** Someone whose plan ended with a refund that the bank returned, days after they subscribed. */
async function refundInVain(email: string, days = 0): Promise<Person> {
  const person = await server.addUser(email)
  const { subscription } = await server.subscribe(person, 'pro', '4000000000005126')
  if (days > 0) await server.passTo(server.later(days))
  const [payment] = await listPayments(server, person)
  const input = { params: { id: payment!._id }, body: { reason: 'asked' } }
  await server.call(api.payments.refund, input, await server.signIn(admin))
  await untilEndedAtStripe(server, subscription as string)
  await server.passTo(server.later(1))
  return person
}

describe.each([
  ['after an appeal that we won', winLate],
  ['after a refund that the bank returned', refundInVain],
])('a plan that ended at Stripe and continues %s', (_, owe) => {
  test('says until when, is offered no change, and makes way for another one', async () => {
    const email = `${owe.name.toLowerCase()}@example.com`
    const { id } = await owe(email)
    const person = await server.signIn({ id } as Person)
    expect(await planStateOf(server.deps, person.id)).toMatchObject({
      subs_details: { status: 'active' },
      subscription: { isRenewing: false, hasEndedAtStripe: true },
      change: null,
    })
    const cards = (await server.call(api.subscriptions.list, {}, person)).body.docs
    expect(cards.map(({ name, button }) => [name, button.action])).toEqual([
      ['Trial', 'activateTrial'],
      ['Pro', 'none'],
      ['Premium', 'openLink'],
    ])

    const body = {
      code: paymentRefusals.planEnding.code,
      message: expect.stringContaining('until 1 Aug 2026'),
    }
    const resumed = await server.call(api.payments.cancelPlan, { body: { isCancelled: false } }, person)
    expect(resumed).toMatchObject({ status: 409, body })
    const plan = server.plans.premium
    expect(await server.call(api.payments.previewChange, { body: { plan } }, person)).toMatchObject({
      status: 409,
      body,
    })
    expect(await server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, person)).toMatchObject(
      {
        status: 200,
        body: {
          message:
            'Your plan won’t renew. You have full access until 1 Aug 2026. You won’t be charged again.',
        },
      },
    )

    const checkout = await server.call(api.payments.openCheckout, { body: { plan } }, person)
    expect(checkout.status).toBe(200)
    await server.payOn(checkout.body.url)
    await expect.poll(() => listRunningPlans(server, person)).toEqual(['Premium'])
    const mail = await server.outbox.waitFor(email, { subject: 'earlier plan' })
    expect(mail.text).toContain('$4.')
    expect(await planStateOf(server.deps, person.id)).toMatchObject({
      subscription: { planName: 'Premium', isRenewing: true, hasEndedAtStripe: false },
    })
  })
})

test('the mail about a lost dispute doesn’t say that a plan which ended at Stripe can be resumed', async () => {
  const { id, email } = await refundInVain('owed-later@example.com', 32)
  const person = await server.signIn({ id } as Person)
  await loseDispute(server, await disputeFirst(server, person))
  const { text } = await server.outbox.waitFor(email, { subject: 'is over' })
  expect(text).toMatch(/Your plan continues until \d Sep 2026\. It won’t renew\.\n/)
})
