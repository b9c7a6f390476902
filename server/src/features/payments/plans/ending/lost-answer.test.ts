import { api, paymentRefusals } from '@docketbox/contract'
import { MINUTE_MS } from '@docketbox/contract/core/units'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

async function setCancelled(person: Person, isCancelled: boolean) {
  const { status, body } = await server.call(
    api.payments.cancelPlan,
    { body: { isCancelled } },
    await server.signIn(person),
  )
  return { status, code: (body as { code?: string }).code }
}

const unknown = { status: 504, code: paymentRefusals.cancellationUnknown.code }
const renewalOf = async ({ id }: Person) => (await planStateOf(server.deps, id)).subscription?.isRenewing

test('a plan that’s cancelled or resumed without Stripe’s answer isn’t said to have failed, and is looked up', async () => {
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  for (const isCancelled of [true, false]) {
    // Each minute's outcomes are looked up immediately, then every 15 seconds.
    server.setNow(new Date(+server.deps.now() + 2 * MINUTE_MS))
    server.setEventsLost(true)
    server.standIn.loseAnswers(
      ({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'),
    )
    const response = await setCancelled(ann, isCancelled)
    server.standIn.loseAnswers(() => false)
    server.setEventsLost(false)
    expect(response).toEqual(unknown)
    await expect.poll(() => renewalOf(ann)).toBe(!isCancelled)
    // It can be asked for again.
    expect(await setCancelled(ann, isCancelled)).toMatchObject({ status: 200 })
  }
})

test('nothing is unknown if Stripe couldn’t be asked', async () => {
  const ben = await server.addUser('ben@example.com')
  await server.subscribe(ben, 'pro')
  server.standIn.loseAnswers(({ method, path }) => method === 'GET' && path.startsWith('/v1/subscriptions/'))
  const response = await setCancelled(ben, true)
  server.standIn.loseAnswers(() => false)
  expect(response).toEqual({ status: 503, code: paymentRefusals.unavailable.code })
  expect(await renewalOf(ben)).toBe(true)
})
