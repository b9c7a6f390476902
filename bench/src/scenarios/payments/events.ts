import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchProduct } from '../../bench-product.ts'
import { type Figure, median, percentile, round } from '../../figures.ts'
import { deliverAll } from '../../payment-events/deliver.ts'
import { eventsOfBuyer, eventsOfSubscriber } from '../../payment-events/make.ts'
import { hasExactState, REFUNDED, seedPeople } from '../../payment-events/people.ts'

const ROUNDS = 5

/** 1,000 Stripe events, each delivered twice, in random order, sixteen at a time. */
export async function measurePaymentEvents(product: BenchProduct): Promise<Figure[]> {
  const price = await priceOfPro(product)
  const times: number[] = []
  const rates: number[] = []
  let isExact = true
  for (let at = 0; at < ROUNDS; at++) {
    const people = await seedPeople(product, price.plan)
    const events = [
      ...people.buyers.flatMap((buyer, index) => eventsOfBuyer(buyer, index < REFUNDED)),
      ...people.subscribers.flatMap((owner) => eventsOfSubscriber(owner, price.id)),
    ]
    const queue = shuffled([...events, ...events].map((event) => JSON.stringify(event)))
    const began = performance.now()
    const taken = await deliverAll(product.url, queue)
    rates.push((1000 * taken.length) / (performance.now() - began))
    times.push(...taken)
    isExact &&= await hasExactState(product, people)
  }
  const middle = median(times)
  return [
    {
      what: 'payment events, twice each, in random order',
      measured: `median ${round(middle)} ms, 95 % under ${round(percentile(times, 0.95))} ms, ${round(median(rates))}/s`,
      target: 'median under 20 ms',
      isReached: middle < 20,
    },
    {
      what: 'state after each 2,000 deliveries',
      measured: isExact ? 'exact' : 'WRONG',
      target: 'exact',
      isReached: isExact,
    },
  ]
}

async function priceOfPro({ db }: BenchProduct): Promise<{ id: string; plan: string }> {
  for (;;) {
    const { rows } = await db.query<{ id: string; price: string | null }>(
      "select id, provider_price_id as price from plans where name = 'Pro'",
    )
    const [pro] = rows
    if (pro?.price) return { id: pro.price, plan: pro.id }
    await wait(50)
  }
}

function shuffled(bodies: string[]): string[] {
  const mixed = [...bodies]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
  }
  return mixed
}
