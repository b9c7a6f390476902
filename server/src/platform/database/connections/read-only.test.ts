import { api, commonRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pdf } from '@docketbox/testing/files/samples'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf } from '#testing/receipts.ts'

const CONNECTIONS = 8

test('after a failover, connections to the former primary are replaced, and calls say when to retry', async () => {
  const server = await startTestServer()
  const ann = await addSubscriber(server, 'ann@example.com')
  await makeReadOnly(server)
  const refused = []
  for (;;) {
    const body = fileOf(pdf(`Docket ${refused.length}`))
    const response = await server.call(api.receipts.uploadFile, { body, query: {} }, ann)
    if (response.status === 201) break
    expect(response).toMatchObject({ status: 503, body: { code: commonRefusals.unavailable.code } })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    refused.push(response)
    expect(refused.length).toBeLessThanOrEqual(CONNECTIONS)
  }
  expect(refused.length).toBeGreaterThan(0)
  // Reading also drops them.
  for (let call = 0; call < 2 * CONNECTIONS; call++)
    expect((await server.call(api.receipts.list, { query: {} }, ann)).status).toBe(200)
  const upload = () => server.call(api.receipts.uploadFile, { body: fileOf(pdf('Another')), query: {} }, ann)
  const statuses = await Promise.all(Array.from({ length: CONNECTIONS }, async () => (await upload()).status))
  expect(new Set(statuses)).toEqual(new Set([201]))
})

/** What every open connection of the pool leads to can't be written to any more; new ones can. */
async function makeReadOnly({ deps: { db } }: TestServer): Promise<void> {
  const { promise: allOpen, resolve } = Promise.withResolvers<void>()
  let open = 0
  const hold = () =>
    db.connection().execute(async (one) => {
      await sql`set default_transaction_read_only = on`.execute(one)
      if (++open === CONNECTIONS) resolve()
      await allOpen
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, hold))
}
