import { seedReceipts } from '@docketbox/testing/database/seed-receipts'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, categoryIds, fileReceipt, fuel, travel } from '#testing/receipts.ts'

const RECEIPTS = 16
const ROUNDS = 20

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const { list, move } = api.receipts
const count = async (person: Person, category: string) =>
  (await server.call(list, { query: { category } }, person)).body.totalDocs

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
    const moveTo = (uploadId: string, category: string) =>
      server.call(move, { params: { uploadId }, body: { category } }, ann)
    await Promise.all(docs.map(({ _id }, n) => moveTo(_id, n % 2 ? fuel : travel)))
    const deadlocks = await countDeadlocks()
    const statuses: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const responses = await Promise.all(
        docs.map(({ _id }, n) => moveTo(_id, (n + round) % 2 ? fuel : travel)),
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

describe('moving a receipt', () => {
  test('moves it to the chosen category and updates both totals', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    const receipt = await fileReceipt(server, kim)
    const params = { uploadId: receipt._id }
    const moved = await server.call(move, { params, body: { category: travel } }, kim)
    expect(moved).toMatchObject({ status: 200, body: { _id: receipt._id, category: travel } })
    expect([await count(kim, fuel), await count(kim, travel)]).toEqual([0, 1])
    expect(await server.call(move, { params, body: { category: travel } }, kim)).toMatchObject({
      status: 409,
      body: { message: 'File is already in the selected category.' },
    })
    const nowhere = { category: '01937000-0000-7000-8000-000000000099' }
    expect((await server.call(move, { params, body: nowhere }, kim)).status).toBe(404)
    expect(await server.call(move, { params, body: { category: '' } }, kim)).toMatchObject({
      status: 400,
      body: { message: 'Please select a category.' },
    })
  })

  test('to two categories at once leaves it in one of them, counted once', async () => {
    const lee = await addSubscriber(server, 'lee@example.com')
    const receipts = await Promise.all(Array.from({ length: 4 }, () => fileReceipt(server, lee)))
    await Promise.all(
      receipts.flatMap(({ _id }) =>
        categoryIds.map((category) =>
          server.call(move, { params: { uploadId: _id }, body: { category } }, lee),
        ),
      ),
    )
    const counts = await Promise.all(categoryIds.map((category) => count(lee, category)))
    expect(counts.reduce((a, b) => a + b)).toBe(4)
  })
})
