import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addUserWithCredit } from '../testing/credit.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('desk@example.com', { role: 'Admin' })
})

test.each([
  ['Premium', [], 1000],
  ['Premium, of which a change to Pro returned a part', ['pro'], 1000],
  ['Premium, of which a change to Pro returned all', ['pro'], 300],
] as const)('a refund says what it does to the credit that paid for %s', async (_, changes, creditCents) => {
  const person = await addUserWithCredit(
    server,
    `ann${creditCents}${changes.length}@example.com`,
    creditCents,
  )
  await server.subscribe(person, 'premium')
  await server.standIn.webhooksSettled()
  for (const plan of changes) await server.changePlan(person, plan)
  await server.standIn.webhooksSettled()
  const before = await creditAtStripe(server, person.customer)
  const { _id: id } = (await listPayments(server, person)).find(({ amount }) => amount > 0)!
  const params = { id }
  const { body: limits } = await server.call(
    api.payments.refundLimits,
    { params },
    await server.signIn(admin),
  )
  expect(limits.creditBackCents).toBeGreaterThanOrEqual(0)
  const input = { params, body: { reason: 'asked' } }
  expect((await server.call(api.payments.refund, input, await server.signIn(admin))).status).toBe(200)
  await server.standIn.webhooksSettled()
  await expect
    .poll(() => creditAtStripe(server, person.customer))
    .toBe(before - limits.takenBackCents + limits.creditBackCents)
  expect(before - limits.takenBackCents + limits.creditBackCents).toBe(creditCents)
})
