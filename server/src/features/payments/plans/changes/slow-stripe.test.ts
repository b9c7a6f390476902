import { api, paymentRefusals } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../../testing/lists.ts'

test('a change that Stripe took too long to prepare isn’t made, because the customer may have been told so', async () => {
  // Any time is too long.
  const waits = { callMs: 7_000, sendMs: -1, moneyCallMs: 80_000, lookUpEveryMs: 15_000 }
  const server = await startPayingServer(undefined, async () => ({ waits }))
  const lee = await server.addUser('lee@example.com')
  await server.subscribe(lee, 'pro')
  const plan = server.plans.premium
  const { body: shown } = await server.call(api.payments.previewChange, { body: { plan } }, lee)
  const body = { plan, prorationDate: shown.prorationDate, dueNowCents: shown.dueNowCents }
  const response = await server.call(api.payments.changePlan, { body }, lee)
  expect(response).toMatchObject({ status: 503, body: { code: paymentRefusals.unavailable.code } })
  await server.standIn.webhooksSettled()
  expect(await planStateOf(server.deps, lee.id)).toMatchObject({ subs_details: { planName: 'Pro' } })
  expect(await listPayments(server, lee)).toHaveLength(1)
})
