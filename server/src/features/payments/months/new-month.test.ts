import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startPayingServer, type PayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

test('a month that was chosen before midnight isn’t sold as the next year’s', async () => {
  const mia = await server.addUser('mia@example.com')
  const order = async (startsOn: string) => {
    const person = await server.signIn(mia)
    const body = {
      months: ['Jul' as const, 'Aug' as const],
      plan: server.plans.pro,
      startsOn: [startsOn, '2026-08-01'],
    }
    const { status } = await server.call(api.payments.createIntent, { body }, person)
    return { status, body: (await server.call(api.payments.payWithCredit, { body }, person)).body }
  }
  server.setNow(new Date('2026-07-31T13:59:00Z'))
  expect(await order('2026-07-01')).toMatchObject({
    status: 200,
    body: { code: paymentRefusals.creditChanged.code },
  })
  // Midnight in Sydney.
  server.setNow(new Date('2026-07-31T14:00:00Z'))
  expect(await order('2026-07-01')).toMatchObject({
    status: 409,
    body: { code: paymentRefusals.monthsMoved.code },
  })
  expect(await order('2027-07-01')).toMatchObject({
    status: 200,
    body: { code: paymentRefusals.creditChanged.code },
  })
})
