import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api, commonRefusals, type Endpoint, type Input } from '@docketbox/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@docketbox/local/postgres'
import { addUser, call, type Person } from '#testing/harness.ts'
import type { Product } from '@docketbox/testing/product/start'
import { startProduct } from '#testing/product-process.ts'
import { fileOf } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { withCommandDeps } from '#commands/command-deps.ts'

let dataDir: string
let database: EmbeddedPostgres
let product: Product
let person: Person

const startDatabase = () => startEmbeddedPostgres({ dataDir, log: () => undefined })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docketbox-outage-'))
  await copyCluster(dataDir)
  database = await startDatabase()
  product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: database.url })
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  person = await withCommandDeps(
    env,
    () => undefined,
    (deps) => addUser(deps, 'ann@example.com'),
  )
  await call(product.url, api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
})
afterAll(async () => {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

const ask = <E extends Endpoint>(endpoint: E, input: Input<E, File>) =>
  call(product.url, endpoint, input, person)
/** One reads, one writes a file, and one is public and hashes a password first. */
const requests: Record<string, () => Promise<{ status: number; headers: Headers; body: unknown }>> = {
  'a list': () => ask(api.receipts.list, { query: {} }),
  'an upload': () => ask(api.receipts.uploadFile, { body: fileOf(pdf('Docket')), query: {} }),
  'a sign-in': () => ask(api.auth.signIn, { body: { email: 'bob@example.com', password: 'open sesame' } }),
}
const responses = () => Promise.all(Object.values(requests).map(async (send) => (await send()).status))

test(
  'requests fail quickly while the database is down and work again once it’s back',
  { timeout: 60_000 },
  async () => {
    expect(await responses()).toEqual([200, 201, 401])

    await database.stop()
    for (const [name, send] of [...Object.entries(requests), ...Object.entries(requests)]) {
      const began = performance.now()
      const { status, headers, body } = await send()
      expect({ name, status, body }).toEqual({
        name,
        status: 503,
        body: { code: commonRefusals.unavailable.code, message: commonRefusals.unavailable.message },
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(performance.now() - began).toBeLessThan(20_000)
    }
    const ready = await fetch(`${product.url}/readyz`)
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 503,
      body: { status: 'not ready', failing: ['database'] },
    })
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)

    database = await startDatabase()
    while ((await fetch(`${product.url}/readyz`)).status !== 200) await wait(50)
    expect(await responses()).toEqual([200, 201, 401])
    expect(product.child.exitCode).toBeNull()
  },
)
