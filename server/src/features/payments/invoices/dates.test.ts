import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { startTestServer } from '#testing/harness.ts'
import { exportPayments } from './export.ts'

test('a payment has the date of its tax invoice, and its place by that, in the history and in the export of all data', async () => {
  const server = await startTestServer()
  const ann = await server.addUser('ann@example.com')
  const add = (createdAt: string, paidAt: string | null) =>
    server.deps.db
      .insertInto('payments')
      .values({
        id: newId(),
        ownerId: ann.id,
        kind: 'months',
        planName: 'Pro',
        amountCents: 499,
        status: paidAt ? 'paid' : 'failed',
        isLive: false,
        statusAt: createdAt,
        buyerName: 'Ann Lee',
        buyerEmail: ann.email,
        paidAt,
        createdAt,
        updatedAt: createdAt,
      })
      .execute()
  // A bank debit that was accepted on 30 June in Sydney and paid on 2 July.
  await add('2026-06-30T13:00:00Z', '2026-07-01T14:30:00Z')
  await add('2026-06-29T13:00:00Z', null)
  await add('2026-06-30T15:00:00Z', '2026-06-30T15:00:00Z')
  const { body } = await server.call(api.payments.history, { query: {} }, ann)
  expect(body.docs.map(({ paidAt }) => paidAt)).toEqual([
    '2026-07-01T14:30:00.000Z',
    '2026-06-30T15:00:00.000Z',
    null,
  ])
  const { payments } = await exportPayments(server.deps, ann.id)
  expect(payments.map(({ date }) => date)).toEqual(['2026-07-02', '2026-07-01', '2026-06-29'])
})
