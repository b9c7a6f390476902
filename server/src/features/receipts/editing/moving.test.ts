import { seedReceipts } from '@docketbox/testing/database/seed-receipts'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fuel, travel } from '#testing/receipts.ts'

const RECEIPTS = 16
const ROUNDS = 20

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(server.deps.db)
  return rows[0]!.deadlocks
}

describe('moving receipts', () => {
  test('in opposite directions at the same time never deadlocks', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    await sql.raw(seedReceipts(ann.id, RECEIPTS)).execute(server.deps.db)
    await server.deps.db.updateTable('receipts').set({ paidDate: '2026-05-01' }).execute()
    const { docs } = (await server.call(api.receipts.list, { query: {} }, ann)).body
    const move = (uploadId: string, category: string) =>
      server.call(api.receipts.move, { params: { uploadId }, body: { category } }, ann)
    await Promise.all(docs.map(({ _id }, n) => move(_id, n % 2 ? fuel : travel)))
    const deadlocks = await countDeadlocks()
    const statuses: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const responses = await Promise.all(
        docs.map(({ _id }, n) => move(_id, (n + round) % 2 ? fuel : travel)),
      )
      statuses.push(...responses.map(({ status }) => status))
    }
    expect(statuses).toEqual(Array(RECEIPTS * ROUNDS).fill(200))
    expect(await countDeadlocks()).toBe(deadlocks)
    const { body } = await server.call(api.receipts.summary, {}, ann)
    expect(Object.fromEntries(body.totals.map(({ category, receipts }) => [category, receipts]))).toEqual({
      [fuel]: RECEIPTS / 2,
      [travel]: RECEIPTS / 2,
    })
  })
})
