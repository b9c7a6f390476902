import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../../testing/lists.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

/** An administrator's plan, once it has a price at Stripe. */
const offerFamily = async () => {
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const family = { plan: 'Family', price: 9.5, description: 'For two', feature: ['Two people'] }
  await server.call(api.subscriptions.subscribe, { body: family }, admin)
  const rowOf = () =>
    server.deps.db.selectFrom('plans').selectAll().where('name', '=', 'Family').executeTakeFirstOrThrow()
  await expect.poll(async () => (await rowOf()).providerPriceId).not.toBeNull()
  return (await rowOf()).id
}

test('a change to a plan of the same length in a period’s last minutes, which costs nothing, shows the new plan', async () => {
  const plan = await offerFamily()
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  await server.passTo(new Date('2026-08-01T01:50:00Z'))
  const shown = await server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(ann))
  const { prorationDate, dueNowCents } = shown.body
  expect(dueNowCents).toBe(0)
  const body = { plan, prorationDate, dueNowCents }
  await server.call(api.payments.changePlan, { body }, await server.signIn(ann))
  await server.standIn.webhooksSettled()
  expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subs_details: { planName: 'Family' } })
  expect((await listPayments(server, ann))[0]).toMatchObject({ planName: 'Family', amount: 0 })
})
