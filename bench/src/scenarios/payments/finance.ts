import { overviewByMonth } from '@docketbox/server/payments/by-month'
import { listAllPayments } from '@docketbox/server/payments/finance'
import { listCounted, subscriptionFigures } from '@docketbox/server/subscriptions/figures'
import type { BenchProduct } from '../../bench-product.ts'
import { type Explained, openExplained } from '../../explained.ts'
import { type Figure, median, round } from '../../figures.ts'
import { seedPayments } from '../../seed-payments.ts'

const PAYMENTS = 1_000_000
const ROUNDS = 9
const LIMIT = 20
const TARGET_MS = 50

type Query = Omit<Parameters<typeof listAllPayments>[1], 'page' | 'limit'> & { page?: number }
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const lists: Record<string, Query> = {
  'first page': {},
  'page in the middle': { page: PAYMENTS / LIMIT / 2 },
  'last page': { page: PAYMENTS / LIMIT },
  'a month': { from: day(60), to: day(30) },
  'a day': { from: day(400), to: day(400) },
  'a financial year, received': { from: day(700), to: day(335), state: 'received' },
  failed: { state: 'failed' },
  'failed, last page': { state: 'failed', page: 2_000 },
  'a status of one in 5,000': { state: 'expired' },
  'a plan': { plan: 'Premium' },
  'a method': { method: 'au_becs_debit' },
  'status, method, plan and month': {
    state: 'refunded',
    method: 'card',
    plan: 'Premium',
    from: day(120),
    to: day(90),
  },
  'filters that nothing fulfils': { state: 'failed', method: 'au_becs_debit' },
  'an email, rare': { find: 'needleworth' },
  'an email, rare, in a common status': { find: 'needleworth', state: 'failed' },
  'an email, common': { find: 'gmail' },
  'an email, common, in a common status': { find: 'gmail', state: 'failed' },
  'an email of one in fifty, in a common status': { find: 'smith', state: 'failed' },
  'an email, common, last page': { find: 'gmail', page: 50 },
  'an email, common, in a rare status': { find: 'gmail', state: 'expired' },
  'an email, common, in a month': { find: 'smith', from: day(60), to: day(30) },
  'an email that no one has': { find: 'unknown.at.all' },
  'an invoice number': { find: 'DB-500000' },
  'an invoice number without its letters': { find: '500000' },
  'a Stripe ID': { find: 'pi_777777' },
}

/** The finance view of a million payments: every kind of list, and what the overview adds up. */
export async function measureFinance(product: BenchProduct): Promise<Figure[]> {
  await seedPayments(product.db, PAYMENTS)
  const explained = openExplained(product.databaseUrl)
  const deps = { db: explained.db, now: () => new Date() }
  const paging = { page: 1, limit: LIMIT }
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(lists)) {
    const ask = () => listAllPayments(deps, { ...paging, ...query })
    const { totalDocs } = await ask()
    figures.push(await figureOf(explained, name, ask, `${totalDocs.toLocaleString('en-AU')} found`))
  }
  const { rows } = await product.db.query<{ owner_id: string }>('select owner_id from payments limit 1')
  const user = rows[0]!.owner_id
  figures.push(
    await figureOf(explained, 'of a user', () => listAllPayments(deps, { ...paging, user })),
    await figureOf(explained, 'totals of 24 months', () => overviewByMonth(deps)),
    await figureOf(explained, `subscriptions by plan and month, of ${PAYMENTS / 10}`, () =>
      subscriptionFigures(deps),
    ),
    await figureOf(explained, 'rows of a month’s churn', () =>
      listCounted(deps, { ...paging, set: 'lost', month: day(60).slice(0, 7) }),
    ),
    await figureOf(explained, 'rows of subscriptions that ran when a month began', () =>
      listCounted(deps, { ...paging, set: 'running', month: day(60).slice(0, 7) }),
    ),
    await figureOf(explained, 'rows of a month’s trials that led to a plan', () =>
      listCounted(deps, { ...paging, set: 'trialsConverted', month: day(60).slice(0, 7) }),
    ),
  )
  await explained.close()
  return figures
}

async function figureOf(
  { explain }: Explained,
  what: string,
  ask: () => Promise<unknown>,
  found = '',
): Promise<Figure> {
  await ask()
  const rounds = []
  for (let at = 0; at < ROUNDS; at++) rounds.push(await explain(ask))
  const times = rounds.map(({ milliseconds }) => milliseconds)
  return {
    what: `of a million payments: ${what}`,
    measured: `${round(median(times))} ms, at most ${round(Math.max(...times))} ms`,
    floor: `${found} by ${rounds[0]!.plans.join('; ')}`,
    target: `under ${TARGET_MS} ms`,
    isReached: median(times) < TARGET_MS,
  }
}
