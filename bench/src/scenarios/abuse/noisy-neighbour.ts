import type { BenchProduct } from '../../bench-product.ts'
import { type Figure, median, percentile, round } from '../../figures.ts'
import type { LatencyResult, LatencyTask } from '../../load/latency.ts'
import { rateOf } from '../../load/rate.ts'
import { inChild } from '../../load/task.ts'
import { seedSearch } from '../../seed-search.ts'

const SECONDS = 8
const SEARCHES = 30
const TARGET_MS = 50
const RECEIPTS = 100_000

/** One user searches thirty times at once, without pause; another opens a list every few milliseconds. */
export async function measureNoisyNeighbour(product: BenchProduct): Promise<Figure[]> {
  const noisy = await product.addPerson()
  const quiet = await product.addPerson()
  await seedSearch(product.db, noisy._id, RECEIPTS)
  // Seeding runs without triggers.
  await product.db.query('set session_replication_role = origin')
  await product.seedReceipts(quiet._id, 1_000)
  const path = '/api/user-ticketing?page=1&limit=50'
  const listing = () =>
    inChild<LatencyTask, LatencyResult>('latency.ts', {
      url: product.url,
      path,
      token: quiet.token,
      seconds: SECONDS,
    })
  const searching = (word: string) =>
    rateOf(`${product.url}/api/receipts?q=${word}&limit=50`, {
      connections: SEARCHES,
      seconds: SECONDS + 2,
      token: noisy.token,
    })
  const alone = await listing()
  const figures: Figure[] = []
  for (const word of ['invoice', 'woolwroths']) {
    const [{ milliseconds }, perSecond] = await Promise.all([listing(), searching(word)])
    figures.push({
      what: `a list, beside ${SEARCHES} searches for ${word}`,
      measured: `${round(median(milliseconds))} ms, p95 ${round(percentile(milliseconds, 0.95))} ms`,
      floor: `alone ${round(median(alone.milliseconds))} ms; ${round(perSecond)} searches/s`,
      target: `under ${TARGET_MS} ms`,
      isReached: median(milliseconds) < TARGET_MS,
    })
  }
  return figures
}
