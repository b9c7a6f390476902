import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'

test('administrators see the unused time and the added credit of a payment, as its owner does', async () => {
  const server = await startPayingServer()
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'premium')
  await server.passTo(server.later(10))
  await server.changePlan(ann, 'pro')
  const seen = await listPayments(server, ann)
  expect(seen[0]).toMatchObject({
    unusedTime: [{ name: expect.stringContaining('Premium') as string }],
    adjustmentNotes: [{ isCredit: true }],
  })
  const { body } = await server.call(
    api.payments.list,
    { query: { user: ann.id } },
    await server.signIn(admin),
  )
  expect(body.docs).toMatchObject(seen)
})
