import { listSubscribers } from '@docketbox/server/admin/subscribers'
import type { BenchProduct } from '../bench-product.ts'
import { openExplained } from '../explained.ts'
import { type Figure, median, round } from '../figures.ts'
import { seedSubscribers } from '../seed-subscribers.ts'

const SUBSCRIBERS = 1_000_000
const ROUNDS = 9
const LIMIT = 20
const TARGET_MS = 50

type Wanted = { page?: number; plan?: string; email?: string }
const lastPage = (total: number) => Math.ceil(total / LIMIT)

const questions: Record<string, Wanted> = {
  'first page': {},
  'last page': { page: lastPage(SUBSCRIBERS) },
  'page in the middle': { page: lastPage(SUBSCRIBERS) / 2 },
  'plan filter, first page': { plan: 'Premium' },
  'plan filter, last page': { plan: 'Pro', page: lastPage(150_000) },
  'rare search, one match': { email: 'needleworth' },
  'rare search, no match': { email: 'unknown.at.all' },
  'rare search of two characters': { email: 'qz' },
  'common search, first page': { email: 'example' },
  'common search, last page': { email: 'example', page: lastPage(1_000) },
  'search that one in 3,000 matches': { email: '7777' },
  'search of two common characters': { email: 'ma' },
  'common search in a plan of few': { email: 'smith', plan: 'Premium' },
  'common search in a plan of many': { email: 'smith', plan: 'Pro' },
  'rare search in a plan of many': { email: 'needleworth', plan: 'Trial' },
}

/** The administrators' list of a million subscribers: every page and every search. */
export async function measureAdminList(product: BenchProduct): Promise<Figure[]> {
  await seedSubscribers(product.db, SUBSCRIBERS)
  const { db, explain, close } = openExplained(product.databaseUrl)
  const figures: Figure[] = []
  for (const [name, { page = 1, plan = 'All', email }] of Object.entries(questions)) {
    const paging = { offset: (page - 1) * LIMIT, limit: LIMIT }
    const ask = () => listSubscribers(db, { plan, email }, paging)
    const { total } = await ask()
    const rounds = []
    for (let at = 0; at < ROUNDS; at++) rounds.push(await explain(ask))
    const times = rounds.map(({ milliseconds }) => milliseconds)
    figures.push({
      what: `of a million subscribers: ${name}`,
      measured: `${round(median(times))} ms, at most ${round(Math.max(...times))} ms`,
      floor: `${total.toLocaleString('en-AU')} found by ${rounds[0]!.plans.join('; ')}`,
      target: `under ${TARGET_MS} ms`,
      isReached: median(times) < TARGET_MS,
    })
  }
  await close()
  return figures
}
