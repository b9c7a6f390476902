import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api, type Endpoint, type Input } from '@docketbox/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check, isSound } from '#features/files'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { postmasterPid } from '@docketbox/testing/database/owner-process'
import { addUser, type ApiResponse, call, type Person } from '#testing/harness.ts'
import type { Product } from '@docketbox/testing/product/start'
import { startProduct } from '#testing/product-process.ts'
import { fileOf, fuel } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { withCommandDeps } from '../commands/command-deps.ts'

const CLIENTS = 3
const CRASH_ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 8)
/** In every round, then more for a random time. */
const MIN_FILED = 2
const MAX_MORE_MS = 400

/** An upload as a phone sees it, which retries with the same key until the response is 201. */
type Docket = { bytes: Buffer; key: string; uri?: string; ids?: { id: string; file: string } }

let DATA_DIR: string
let person: Person
let product: Product
const dockets: Docket[] = []
const isFiled = ({ ids }: Docket) => ids !== undefined

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-crash-'))
  await copyCluster(DATA_DIR)
})
afterAll(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 }))

/** Each ends the product in the middle of uploads. */
const disasters: Record<string, () => Promise<void>> = {
  'the process is killed': () => kill(),
  'the database is killed, and the process continues': async () => {
    killDatabase()
    await wait(Math.random() * MAX_MORE_MS)
    await kill()
  },
  'both are killed at the same time': async () => {
    killDatabase()
    await kill()
  },
  'it receives SIGTERM': async () => {
    expect((await product.stop('SIGTERM')).code).toBe(0)
  },
}

test(
  `of ${CRASH_ROUNDS} crashes in the middle of uploads, none loses what was acknowledged or keeps a record without its file`,
  { timeout: 60_000 + CRASH_ROUNDS * 20_000 },
  async () => {
    const names = Object.keys(disasters)
    for (let round = 0; round < CRASH_ROUNDS; round++) {
      product = await startProduct({ DATA_DIR, LOG_LEVEL: 'silent' })
      person ??= await addSubscriber()
      const interrupted = new AbortController()
      const clients = Array.from({ length: CLIENTS }, () => keepUploading(interrupted.signal))
      await untilFiled((round + 1) * MIN_FILED)
      await wait(Math.random() * MAX_MORE_MS)
      await disasters[names[round % names.length]!]!()
      interrupted.abort()
      await Promise.all(clients)
    }

    product = await startProduct({ DATA_DIR })
    const acknowledged = dockets.filter(isFiled).length
    for (const docket of dockets) await finish(docket)
    for (const docket of dockets) await expectWhole(docket)
    const { body } = await send(api.receipts.list, { query: { limit: 200 } })
    expect(body.totalDocs, 'each docket is filed once').toBe(dockets.length)
    expect(acknowledged, 'there was something to lose').toBeGreaterThan(CRASH_ROUNDS)

    const report = await withCommandDeps(
      { DATA_DIR },
      () => undefined,
      (deps) => check(deps),
    )
    expect(report.damages).toEqual([])
    expect(isSound(report)).toBe(true)
  },
)

async function untilFiled(count: number): Promise<void> {
  while (dockets.filter(isFiled).length < count) await wait(5)
}

async function addSubscriber(): Promise<Person> {
  const added = await withCommandDeps(
    { DATA_DIR },
    () => undefined,
    (deps) => addUser(deps, 'ann@example.com'),
  )
  await call(product.url, api.subscriptions.subscribe, { body: { plan: 'Trial' } }, added)
  return added
}

async function keepUploading(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const docket = dockets.find((one) => !isFiled(one) && !taken.has(one)) ?? newDocket()
    taken.add(docket)
    await finish(docket).catch(() => undefined)
    taken.delete(docket)
    if (!isFiled(docket)) await wait(20)
  }
}
const taken = new Set<Docket>()

/** From small to about 2 MB, no two alike. */
function newDocket(): Docket {
  const noise = randomBytes(2 ** (8 + Math.floor(Math.random() * 13))).toString('base64')
  const docket = {
    bytes: pdf(randomUUID(), { objects: [`<</Length ${noise.length}>>stream\n${noise}\nendstream`] }),
    key: randomUUID(),
  }
  dockets.push(docket)
  return docket
}

/** Finishes what is still missing; repeating the same keys creates no duplicates. */
async function finish(docket: Docket): Promise<void> {
  if (docket.uri === undefined) {
    const { body } = await send(api.receipts.uploadFile, { body: fileOf(docket.bytes) }, `${docket.key}-file`)
    docket.uri = body.uri
  }
  if (docket.ids === undefined) {
    const input = { body: { category: fuel, file: [{ uri: docket.uri }], description: 'Fuel' } }
    const { body } = await send(api.receipts.save, input, `${docket.key}-save`)
    docket.ids = { id: body._id, file: body.file[0]!._id }
  }
}

async function expectWhole({ ids, bytes }: Docket): Promise<void> {
  const { body } = await send(api.receipts.download, { query: ids! })
  expect(Buffer.compare(body, bytes)).toBe(0)
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E, File>,
  key?: string,
): Promise<ApiResponse<E>> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const answer = await call(product.url, endpoint, input, person, headers)
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

async function kill(): Promise<void> {
  await product.stop('SIGKILL')
}

function killDatabase(): void {
  process.kill(postmasterPid(join(DATA_DIR, 'postgres/cluster')), 'SIGKILL')
}
