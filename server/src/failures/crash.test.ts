import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api, type Endpoint, type Input } from '@docketbox/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { check, isSound } from '#features/files'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { postmasterPid } from '@docketbox/testing/database/owner-process'
import { type Purchase, startBuying } from './buyer.ts'
import { addUser, type ApiResponse, call, type Person } from '#testing/harness.ts'
import type { Product } from '@docketbox/testing/product/start'
import { startProduct } from '#testing/product-process.ts'
import { fileOf, fuel } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { withCommandDeps } from '../commands/command-deps.ts'

const CLIENTS = 3
/** Each disaster once. */
const FEW_ROUNDS = 4
const CRASH_ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? FEW_ROUNDS)
/** Each has about a year of months to buy. */
const BUYERS = Math.ceil(CRASH_ROUNDS / 4)
/** In every round, then more for a random time. */
const MIN_FILED = 2
const MAX_MORE_MS = 400

/** An upload as a phone sees it, which retries with the same key until the response is 201. */
type Docket = { bytes: Buffer; key: string; uri?: string; ids?: { id: string; file: string } }

let DATA_DIR: string
let person: Person
let product: Product
let buying: ReturnType<typeof startBuying> | undefined
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
    const { code } = await product.stop('SIGTERM')
    expect({ code, output: product.output() }).toMatchObject({ code: 0 })
  },
}

test(
  `of ${CRASH_ROUNDS} crashes in the middle of uploads, readings and payments, none loses what was acknowledged or keeps a record without its file`,
  { timeout: 120_000 + CRASH_ROUNDS * 30_000 },
  async () => {
    const names = Object.keys(disasters)
    for (let round = 0; round < CRASH_ROUNDS; round++) {
      product = await startProduct({ DATA_DIR, LOG_LEVEL: 'silent', READING: 'on', ...address() })
      person ??= await addSubscriber('ann@example.com')
      const interrupted = new AbortController()
      const clients = Array.from({ length: CLIENTS }, () => keepUploading(interrupted.signal))
      buying ??= startBuying(await addBuyers(), () => product)
      clients.push(buying.run(interrupted.signal))
      await untilDone({ filed: (round + 1) * MIN_FILED, charged: round })
      await wait(Math.random() * MAX_MORE_MS)
      await disasters[names[round % names.length]!]!()
      interrupted.abort()
      await Promise.all(clients)
    }

    product = await startProduct({ DATA_DIR, READING: 'on', ...address() })
    const acknowledged = dockets.filter(isFiled).length
    for (const docket of dockets) await finish(docket)
    for (const docket of dockets) await expectWhole(docket)
    const { body } = await send(api.receipts.list, { query: { limit: 200 } })
    expect(body.totalDocs, 'each docket is filed once').toBe(dockets.length)
    expect(acknowledged, 'there was something to lose').toBeGreaterThan(CRASH_ROUNDS)

    await expectPayments()
    await expectReadings()

    const report = await withCommandDeps(
      { DATA_DIR },
      () => undefined,
      (deps) => check(deps),
    )
    expect(report.damages).toEqual([])
    expect(isSound(report)).toBe(true)
  },
)

async function untilDone({ filed, charged }: { filed: number; charged: number }): Promise<void> {
  while (dockets.filter(isFiled).length < filed || chargedPurchases().length < charged) await wait(5)
}

function chargedPurchases(): Purchase[] {
  return buying!.purchases.filter((purchase) => purchase.charged !== undefined)
}

function add(...emails: string[]): Promise<Person[]> {
  return withCommandDeps(
    { DATA_DIR },
    () => undefined,
    (deps) => Promise.all(emails.map((email) => addUser(deps, email))),
  )
}

async function addSubscriber(email: string): Promise<Person> {
  const [added] = await add(email)
  await call(product.url, api.subscriptions.subscribe, { body: { plan: 'Trial' } }, added)
  return added!
}

function addBuyers(): Promise<Person[]> {
  return add(...Array.from({ length: BUYERS }, (_, n) => `buyer${n}@example.com`))
}

/** At the same port as before, where payment events that weren't delivered are sent again. */
function address(): { PORT?: string } {
  return product ? { PORT: new URL(product.url).port } : {}
}

/** What was charged shows as paid, each month once. */
async function expectPayments(): Promise<void> {
  const charged = chargedPurchases()
  expect(charged.length, 'there were payments to lose').toBeGreaterThanOrEqual(CRASH_ROUNDS - 1)
  for (const buyer of new Set(charged.map((purchase) => purchase.buyer))) {
    const paid = async () =>
      (await buying!.historyOf(buyer)).filter(({ status }) => status === 'paid').map((one) => one.payment_id)
    const due = charged.filter((purchase) => purchase.buyer === buyer).map((purchase) => purchase.charged)
    await expect.poll(paid, { timeout: 90_000 }).toEqual(expect.arrayContaining(due))
    const months = (await buying!.historyOf(buyer))
      .filter(({ status }) => status === 'paid')
      .flatMap((one) => one.months)
    expect(new Set(months).size, 'no month is paid for twice').toBe(months.length)
  }
}

/** Each file is read or waits for it; with many rounds, until the last one is read. */
async function expectReadings(): Promise<void> {
  const progress = async () => (await send(api.receipts.readingProgress, {})).body
  const { done, waiting, failed } = await progress()
  expect({ known: done + waiting, failed }).toEqual({ known: dockets.length, failed: 0 })
  // A file that was being read when its process died is taken up again after two minutes.
  const areAllRead = async () => (await progress()).done === dockets.length
  if (CRASH_ROUNDS > FEW_ROUNDS) await vi.waitUntil(areAllRead, { timeout: 1_200_000, interval: 1_000 })
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
