import type { BenchProduct } from '../bench-product.ts'
import { type Figure, median, round } from '../figures.ts'
import { startFloor } from '../floors/start-floor.ts'
import { rateOf } from '../load/rate.ts'
import { seedReceipts } from '../seed-receipts.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16
const sizes = [50, 1_000, 100_000]

/** One page of 50 costs the same however many receipts there are, and little more than an answer itself. */
export async function measureListing(product: BenchProduct): Promise<Figure[]> {
  const people = []
  for (const size of sizes) {
    const person = await product.addPerson()
    await seedReceipts(product.db, person._id, size)
    people.push(person)
  }
  const hello = await startFloor('hello.ts')
  const rates = sizes.map((): number[] => [])
  const floor: number[] = []
  const load = { connections: CONNECTIONS, seconds: SECONDS }
  const address = `${product.url}/api/user-ticketing?page=1&limit=50`
  for (const { token } of people) await rateOf(address, { ...load, token })
  // Round by round, so that whatever else the machine does meets all of them alike.
  for (let at = 0; at < ROUNDS; at++) {
    floor.push(await rateOf(hello.url, load))
    for (const [which, { token }] of people.entries())
      rates[which]!.push(await rateOf(address, { ...load, token }))
  }
  hello.stop()
  const medians = rates.map(median)
  const bare = median(floor)
  const slowest = Math.min(...medians)
  const spread = Math.max(...medians) / slowest
  return [
    ...sizes.map((size, which) => ({
      what: `listing 50 of ${size.toLocaleString('en-AU')}`,
      measured: `${round(medians[which]!)}/s`,
      floor: `bare Fastify ${round(bare)}/s, 1/${(bare / medians[which]!).toFixed(1)}`,
      target: 'at least 1/8',
      isReached: medians[which]! * 8 >= bare,
    })),
    {
      what: 'listing, the three beside each other',
      measured: `${spread.toFixed(2)}x`,
      target: 'within 1.2x',
      isReached: spread <= 1.2,
    },
  ]
}
