import type { BenchProduct } from '../bench-product.ts'
import { type Figure, median, round } from '../figures.ts'
import { startFloor } from '../floors/start-floor.ts'
import { loadTest, rateOf } from '../load/rate.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16
const SIZES = [50, 1_000, 100_000]
const MIN_PER_SECOND = 1_500
const MAX_P99_MS = 20
const MAX_SPREAD = 1.2

/** The first page of a list, read from the database each time, costs the same for any number of receipts. */
export async function measureListing(product: BenchProduct): Promise<Figure[]> {
  const lists = []
  for (const size of SIZES) {
    const { token, _id } = await product.addPerson()
    await product.seedReceipts(_id, size)
    lists.push({ size, token, rates: [] as number[], p99s: [] as number[] })
  }
  const hello = await startFloor('hello.ts')
  const floor: number[] = []
  const load = { connections: CONNECTIONS, seconds: SECONDS }
  const url = `${product.url}/api/receipts?page=1&limit=50`
  for (const { token } of lists) await rateOf(url, { ...load, token })
  // Round by round, so that other load on the machine affects all lists alike.
  for (let at = 0; at < ROUNDS; at++) {
    floor.push(await rateOf(hello.url, load))
    for (const { token, rates, p99s } of lists) {
      const { perSecond, p99Ms } = await loadTest(url, { ...load, token })
      rates.push(perSecond)
      p99s.push(p99Ms)
    }
  }
  hello.stop()
  const bare = median(floor)
  const medians = lists.map(({ rates }) => median(rates))
  const spread = Math.max(...medians) / Math.min(...medians)
  return [
    ...lists.map(({ size, rates, p99s }) => {
      const [perSecond, p99Ms] = [median(rates), median(p99s)]
      return {
        what: `listing 50 of ${size.toLocaleString('en-AU')}`,
        measured: `${round(perSecond)}/s, p99 ${round(p99Ms)} ms`,
        floor: `bare Fastify ${round(bare)}/s, 1/${(bare / perSecond).toFixed(1)}`,
        target: `at least ${round(MIN_PER_SECOND)}/s, p99 under ${MAX_P99_MS} ms`,
        isReached: perSecond >= MIN_PER_SECOND && p99Ms < MAX_P99_MS,
      }
    }),
    {
      what: 'listing, fastest against slowest',
      measured: `${spread.toFixed(2)}x`,
      target: `within ${MAX_SPREAD}x`,
      isReached: spread <= MAX_SPREAD,
    },
  ]
}
