import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@docketbox/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { check, isUndamaged } from '#features/files'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { postmasterPid } from '@docketbox/testing/database/owner-process'
import { MAX_PURCHASES, type Purchase, startBuying } from './buyer.ts'
import { startUploading } from './uploader.ts'
import { addUser, call, type Person } from '#testing/harness.ts'
import type { Product } from '@docketbox/testing/product/start'
import { startProduct } from '#testing/product-process.ts'
import { withCommandDeps, withFileCommandDeps } from '#commands/command-deps.ts'

const CLIENTS = 2
/** Each disaster once. */
const FEW_ROUNDS = 4
const CRASH_ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? FEW_ROUNDS)
/** The reader runs in every third round, so each kind of disaster meets it. */
const READING_ROUNDS = 3
/** Undelivered events are sent again within a minute. */
const EVENTS = { timeout: 90_000, interval: 1_000 }
/** In every round, then more for a random time. */
const MIN_FILED = 2
const MAX_MORE_MS = 400

let DATA_DIR: string
let TMPDIR: string
let product: Product
let uploading: ReturnType<typeof startUploading> | undefined
let buying: ReturnType<typeof startBuying> | undefined

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-crash-'))
  TMPDIR = await mkdtemp(join(tmpdir(), 'docketbox-crash-'))
  await copyCluster(DATA_DIR)
})
afterAll(async () => {
  for (const folder of [DATA_DIR, TMPDIR]) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

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
    expect(`It ended with ${code}: ${product.output()}`).toMatch(/^It ended with 0:/u)
  },
}

test(
  `of ${CRASH_ROUNDS} crashes in the middle of uploads, readings and payments, none loses what was acknowledged, keeps a record without its file or leaves copies behind`,
  { timeout: 120_000 + CRASH_ROUNDS * 30_000 },
  async () => {
    const names = Object.keys(disasters)
    for (let round = 0; round < CRASH_ROUNDS; round++) {
      product = await startProduct({ DATA_DIR, TMPDIR, LOG_LEVEL: 'silent', READING: 'on', ...address() })
      uploading ??= startUploading(await addSubscriber('ann@example.com'), () => product)
      buying ??= startBuying(await addBuyers(), () => product)
      const interrupted = new AbortController()
      const clients = Array.from({ length: CLIENTS }, () => uploading!.run(round, interrupted.signal))
      clients.push(buying.run(round, interrupted.signal))
      await untilMore({ filed: MIN_FILED, charged: 1 })
      if (round % READING_ROUNDS === 0) await untilReading()
      await wait(Math.random() * MAX_MORE_MS)
      await disasters[names[round % names.length]!]!()
      interrupted.abort()
      await Promise.all(clients)
    }

    product = await startProduct({ DATA_DIR, TMPDIR, READING: 'on', ...address() })
    const acknowledged = uploading!.filed().length
    expect(acknowledged, 'there was something to lose').toBeGreaterThan(CRASH_ROUNDS)
    expect(chargedPurchases().length, 'there were payments to lose').toBeGreaterThanOrEqual(CRASH_ROUNDS - 1)
    expect(await uploading!.findLosses()).toEqual([])
    expect(await findLostPayments()).toEqual([])
    await expectReadings()

    const report = await withFileCommandDeps(
      { DATA_DIR },
      () => undefined,
      (deps) => check(deps),
    )
    expect(report.damages).toEqual([])
    expect(isUndamaged(report)).toBe(true)
    const left = (await readdir(TMPDIR)).filter((name) => !name.includes(`-${product.pid}-`))
    expect(left, 'what killed processes left in the temporary folder').toEqual([])
  },
)

/** Waits for more progress. */
async function untilMore(more: { filed: number; charged: number }): Promise<void> {
  const filed = uploading!.filed().length + more.filed
  const charged = chargedPurchases().length + more.charged
  while (uploading!.filed().length < filed || chargedPurchases().length < charged) await wait(5)
}

/** Waits until a file has been read, so the reader is working on the next one. */
async function untilReading(): Promise<void> {
  const { done: before } = await uploading!.readingProgress()
  const isNext = async () => {
    const { done, waiting } = await uploading!.readingProgress()
    return done > before || waiting === 0
  }
  await vi.waitUntil(isNext, { timeout: 60_000, interval: 50 })
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
  return add(...Array.from({ length: CRASH_ROUNDS * MAX_PURCHASES }, (_, n) => `buyer${n}@example.com`))
}

/** At the same port as before, where payment events that weren't delivered are sent again. */
function address(): { PORT?: string } {
  return product ? { PORT: new URL(product.url).port } : {}
}

/** A sentence for each payment that was charged and isn't shown as paid, and for each buyer who paid twice. */
async function findLostPayments(): Promise<string[]> {
  const losses: string[] = []
  for (const { buyer, charged, round } of chargedPurchases()) {
    const paid = async () =>
      (await buying!.historyOf(buyer)).filter(({ status }) => status === 'paid').map((one) => one.payment_id)
    await vi.waitUntil(async () => (await paid()).includes(charged!), EVENTS).catch(() => undefined)
    const ids = await paid()
    if (ids.length === 1 && ids[0] === charged) continue
    losses.push(
      `${buyer.email} paid ${charged}, begun before crash ${round}; paid are ${ids.join(', ') || 'none'}`,
    )
  }
  return losses
}

/** Each file is read or waits for it; with many rounds, until the last one is read. */
async function expectReadings(): Promise<void> {
  const progress = () => uploading!.readingProgress()
  const files = uploading!.filed().length
  const { done, waiting, failed } = await progress()
  expect({ known: done + waiting, failed }).toEqual({ known: files, failed: 0 })
  const areAllRead = async () => (await progress()).done === files
  if (CRASH_ROUNDS > FEW_ROUNDS) await vi.waitUntil(areAllRead, { timeout: 1_200_000, interval: 1_000 })
}

async function kill(): Promise<void> {
  await product.stop('SIGKILL')
}

function killDatabase(): void {
  process.kill(postmasterPid(join(DATA_DIR, 'postgres/cluster')), 'SIGKILL')
}
