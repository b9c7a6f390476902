import type { BenchProduct } from '../bench-product.ts'
import { whileItChanges } from '../changing.ts'
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
  const changing = sizes.map((): number[] => [])
  const floor: number[] = []
  const load = { connections: CONNECTIONS, seconds: SECONDS }
  const address = `${product.url}/api/user-ticketing?page=1&limit=50`
  for (const { token } of people) await rateOf(address, { ...load, token })
  // Round by round, so that whatever else the machine does meets all of them alike.
  for (let at = 0; at < ROUNDS; at++) {
    floor.push(await rateOf(hello.url, load))
    for (const [which, { token, _id }] of people.entries()) {
      const ask = () => rateOf(address, { ...load, token })
      rates[which]!.push(await ask())
      changing[which]!.push(await whileItChanges(product, _id, ask))
    }
  }
  hello.stop()
  const [medians, cold] = [rates.map(median), changing.map(median)]
  const bare = median(floor)
  return [
    ...sizes.map((size, which) => ({
      what: `listing 50 of ${size.toLocaleString('en-AU')}, asked again`,
      measured: `${round(medians[which]!)}/s`,
      floor: `bare Fastify ${round(bare)}/s, 1/${(bare / medians[which]!).toFixed(1)}`,
      target: 'at least 1/8',
      isReached: medians[which]! * 8 >= bare,
    })),
    {
      what: 'listing, the three beside each other',
      measured: `${spreadOf(medians).toFixed(2)}x`,
      target: 'within 1.2x',
      isReached: spreadOf(medians) <= 1.2,
    },
    // Nothing that is remembered holds here. Told, not judged: a list is asked for far more often than it changes.
    ...sizes.map((size, which) => ({
      what: `listing 50 of ${size.toLocaleString('en-AU')}, changed each time`,
      measured: `${round(cold[which]!)}/s`,
      floor: `bare Fastify ${round(bare)}/s, 1/${(bare / cold[which]!).toFixed(1)}`,
      target: 'to be told',
      isReached: true,
    })),
    {
      what: 'listing what changed, the three beside each other',
      measured: `${spreadOf(cold).toFixed(2)}x`,
      target: 'within 1.2x',
      isReached: spreadOf(cold) <= 1.2,
    },
  ]
}

function spreadOf(rates: readonly number[]): number {
  return Math.max(...rates) / Math.min(...rates)
}
