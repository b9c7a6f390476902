import { countDecisions } from '@docketbox/server/receipts/accuracy'
import { listReceipts, summarise } from '@docketbox/server/receipts/listing'
import { searchReceipts } from '@docketbox/server/receipts/search'
import type { BenchProduct } from '../bench-product.ts'
import { openExplained } from '../explained.ts'
import { type Figure, median, round } from '../figures.ts'
import { OWNED, seedSearch } from '../seed-search.ts'

const ROUNDS = 9
const TARGET_MS = 50
/** `SEARCH_RECEIPTS=10000000 npm run bench -- search` takes 25 GB of disk and half an hour. */
const RECEIPTS = Number(process.env['SEARCH_RECEIPTS'] ?? 200_000)

type Query = Parameters<typeof searchReceipts>[2]

const searches: Record<string, Partial<Query>> = {
  'no search, by date': {},
  'no search, last page': { page: OWNED / 50 },
  'no search, by amount': { sort: '-amount' },
  'no search, by supplier': { sort: 'supplier' },
  'a category and income year': { category: '01937000-0000-7000-8000-000000000001', incomeYear: '2024-25' },
  'missing details': { missing: 'any' },
  'amounts from $50 to $60': { minCents: 5000, maxCents: 6000 },
  PDFs: { type: 'pdf' },
  'read automatically': { source: 'read' },
  'a rare word': { q: 'zygote' },
  'a supplier': { q: 'woolworths' },
  'part of a word': { q: 'oolwort' },
  'two words': { q: 'woolworths glebe' },
  'the name of a category': { q: 'fuel' },
  'the name of a category and a word': { q: 'fuel invoice' },
  'the name of a category, with words': { q: 'insurance woolworths' },
  'a word on a tenth': { q: 'loyalty' },
  'a word on every receipt': { q: 'invoice' },
  'a word on every receipt, by amount': { q: 'invoice', sort: '-amount' },
  'a word on every receipt, in a category': {
    q: 'invoice',
    category: '01937000-0000-7000-8000-000000000001',
  },
  'two letters': { q: 'wo' },
  'one letter': { q: 'w' },
  'an amount': { q: '56.85' },
  dollars: { q: '$56' },
  'an ABN': { q: '51 000 000 145' },
  'july 2025': { q: 'july 2025' },
  'a month of any year': { q: 'july' },
  'a word, amount and year': { q: 'ampol $56 2025' },
  'a mistyped word': { q: 'woolwroths' },
  'a word on no receipt': { q: 'xylophone' },
}

/** Every kind of search among the receipts of many owners, and the other reads that could grow with them. */
export async function measureSearch(product: BenchProduct): Promise<Figure[]> {
  const { _id: ownerId } = await product.addPerson()
  await seedSearch(product.db, ownerId, RECEIPTS)
  return measureQueries(product.databaseUrl, ownerId)
}

export async function measureQueries(databaseUrl: string, ownerId: string): Promise<Figure[]> {
  const { db, explain, close } = openExplained(databaseUrl)
  const deps = {
    db,
    now: () => new Date('2026-11-22T02:00:00Z'),
    reader: { status: () => Promise.resolve('ready' as const) },
    taxRules: [],
  }
  const scope = { ownerId, rights: new Set<never>(), incomeYears: 'all' as const, hasOriginals: true }
  const page = { page: 1, limit: 50 }
  const queries: [name: string, query: () => Promise<{ totalDocs?: number }>][] = [
    ...Object.entries(searches).map(([name, query]): (typeof queries)[number] => [
      name,
      () => searchReceipts(deps, scope, { sort: '-date', ...page, ...query }),
    ]),
    [
      'the list of a category',
      () => listReceipts(deps, scope, { ...page, category: '01937000-0000-7000-8000-000000000001' }),
    ],
    ['the dashboard with its months', () => summarise(deps, scope).then(() => ({}))],
    ['accuracy for administrators', () => countDecisions(db, 10_000).then(() => ({}))],
  ]
  const figures: Figure[] = []
  for (const [name, query] of queries) {
    const { totalDocs } = await query()
    const rounds = []
    for (let at = 0; at < ROUNDS; at++) rounds.push(await explain(query))
    const times = rounds.map(({ milliseconds }) => milliseconds)
    figures.push({
      what: name,
      measured: `${round(median(times))} ms, at most ${round(Math.max(...times))} ms`,
      floor: `${totalDocs?.toLocaleString('en-AU') ?? ''} by ${rounds[0]!.plans.join('; ')}`,
      target: `under ${TARGET_MS} ms`,
      isReached: median(times) < TARGET_MS,
    })
  }
  await close()
  return figures
}
