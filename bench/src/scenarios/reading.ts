import { setTimeout as wait } from 'node:timers/promises'
import { receiptEndpoints } from '@docketbox/contract'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { callApi } from '@docketbox/testing/product/api'
import { drawReceipt } from '@docketbox/testing/receipts/draw'
import type { BenchProduct } from '../bench-product.ts'
import { type Figure, median, percentile, round } from '../figures.ts'
import type { LatencyResult, LatencyTask } from '../load/latency.ts'
import { inChild } from '../load/task.ts'

const ROUNDS = 6
const SECONDS = 6
/** More than are read in that time. */
const RECEIPTS = 16
const MAX_RATIO = 1.3
const POLL_MS = 250

/**
 * How much slower lists get while the receipts of someone else are read. Times with and without reading alternate, and each
 * counts against those just before and after it, so that a machine that others use too does little harm. What else follows an
 * upload (previews, comparing photos) has finished by then.
 */
export async function measureReading(product: BenchProduct): Promise<Figure[]> {
  const [reader, sender] = [await product.addPerson(), await product.addPerson()]
  await product.seedReceipts(reader._id, 200)
  const list = () => listSlowest(product, reader)
  await list()
  const alone = [await list()]
  const meanwhile: number[] = []
  let readCount = 0
  for (let at = 0; at < ROUNDS; at++) {
    await upload(product, sender, at * RECEIPTS)
    const before = await untilCompared(product)
    meanwhile.push(await list())
    const after = await countWaiting(product)
    if (after.readings === 0) throw new Error('Reading ended before the measurement did.')
    readCount += before.readings - after.readings
    await untilIdle(product)
    alone.push(await list())
  }
  const ratios = meanwhile.map((ms, at) => (2 * ms) / (alone[at]! + alone[at + 1]!))
  const ratio = median(ratios)
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const perMinute = (readCount * 60) / (ROUNDS * SECONDS)
  return [
    {
      what: 'a list while receipts are read, p95',
      measured: `${ratio.toFixed(2)}x (${spread} in ${ROUNDS} rounds)`,
      floor: `${round(median(alone))} ms alone, ${round(median(meanwhile))} ms while ${round(perMinute)} a minute are read`,
      target: `within ${MAX_RATIO}x`,
      isReached: ratio <= MAX_RATIO,
    },
  ]
}

/** @returns in how many milliseconds 95 % of the lists come. */
async function listSlowest({ url }: BenchProduct, { token }: SignedInPerson): Promise<number> {
  const { milliseconds } = await inChild<LatencyTask, LatencyResult>('latency.ts', {
    url,
    path: '/api/user-ticketing?page=1&limit=50',
    token,
    seconds: SECONDS,
  })
  return percentile(milliseconds, 0.95)
}

async function upload({ url }: BenchProduct, { token }: SignedInPerson, firstSeed: number): Promise<void> {
  for (let seed = firstSeed; seed < firstSeed + RECEIPTS; seed++) {
    const { image } = await drawReceipt(seed)
    const body = new File([new Uint8Array(image)], 'docket.png', { type: 'image/png' })
    await callApi(url, receiptEndpoints.uploadFile, { body, query: {} }, { token })
  }
}

type Waiting = { readings: number; others: number }

/** Files that wait to be read, and to be compared or drawn. */
async function countWaiting({ db }: BenchProduct): Promise<Waiting> {
  const { rows } = await db.query<Waiting>(`select
    (select count(*)::int from readings where state = 'waiting') as readings,
    (select count(*)::int from fingerprints where state = 'waiting') +
      (select count(*)::int from derivatives where state = 'pending') as others`)
  return rows[0]!
}

/** Waits until uploads have been compared and previews rendered, so that only reading is left. */
function untilCompared(product: BenchProduct): Promise<Waiting> {
  return waitUntil(product, ({ others }) => others === 0)
}

async function untilIdle(product: BenchProduct): Promise<void> {
  await waitUntil(product, ({ readings, others }) => readings + others === 0)
}

async function waitUntil(product: BenchProduct, isDone: (waiting: Waiting) => boolean): Promise<Waiting> {
  for (;;) {
    const waiting = await countWaiting(product)
    if (isDone(waiting)) return waiting
    await wait(POLL_MS)
  }
}
