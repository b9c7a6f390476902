import {
  type Parsed,
  type Receipt,
  type receiptEndpoints,
  type ReceiptSummary,
  incomeYearEnding,
  incomeYearLabel,
  perthDay,
  sydneyDay,
} from '@docketbox/contract'
import { planningEachQuery } from '#platform/database/transaction.ts'
import { requireYear, type Scope, yearLimit } from '#platform/security/scope.ts'
import type { Deps } from '#platform/config/deps.ts'
import { type ListPage, pageOf } from '#platform/database/queries/page.ts'
import { requireCategory } from '../categories.ts'
import { describeReceipts, type ReceiptDeps } from '../reading/describe.ts'
import { searchFilterOf } from '../search/conditions.ts'
import { countedPage, listPage } from '../search/store.ts'
import * as store from './store.ts'
import { presentReceipt } from '../present.ts'
import { countUnfiled } from '../upload/uploads-store.ts'

const NEWEST = '-added'
const RECENT_LIMIT = 5
const MAX_TO_CHECK = 1000

type Query = Parsed<typeof receiptEndpoints.list>['query']

/**
 * One page of receipts, newest first: of a category, of an income year, or matching `q`.
 * @throws Refusal when the category doesn't exist.
 */
export async function listReceipts(
  { db, now, reader, taxRules }: ReceiptDeps & Pick<Deps, 'now'>,
  scope: Scope,
  { page, limit, ...query }: Query,
): Promise<ListPage<Receipt>> {
  const { ownerId } = scope
  requireYear(scope, query.incomeYear)
  const filter = { ...searchFilterOf(query, { now, taxRules }), onlyYears: yearLimit(scope) }
  const paging = { offset: (page - 1) * limit, limit }
  const { receipts, total } =
    filter.criteria.length === 0
      ? await listPage(db, ownerId, filter, { ...paging, sort: NEWEST })
      : await planningEachQuery(db, (db) => countedPage(db, ownerId, filter, paging))
  if (total === 0 && query.category !== undefined) await requireCategory(db, query.category)
  const docs = await describeReceipts({ db, reader, taxRules }, scope, receipts)
  return pageOf(docs, { page, limit }, total)
}

/** One page of the bin, the last deleted first. */
export async function listBin(
  { db, taxRules }: Pick<Deps, 'db' | 'taxRules'>,
  { ownerId }: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<ListPage<Receipt>> {
  const { receipts, total } = await store.listBin(db, ownerId, { offset: (page - 1) * limit, limit })
  return pageOf(
    receipts.map((receipt) => presentReceipt(receipt, taxRules)),
    { page, limit },
    total,
  )
}

/** The newest receipts that have suggestions, to check one after the other, and how many there are. */
export async function listToCheck(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Scope,
): Promise<{ ids: string[]; total: number }> {
  const ids = await store.listToCheck(db, ownerId, MAX_TO_CHECK)
  const total = ids.length < MAX_TO_CHECK ? ids.length : await store.countToCheck(db, ownerId)
  return { ids, total }
}

/** Totals by category, income year and month, and the latest receipts, for the dashboard. */
export async function summarise(
  { db, now, reader, taxRules }: ReceiptDeps & Pick<Deps, 'now'>,
  scope: Scope,
): Promise<ReceiptSummary> {
  const { ownerId } = scope
  // In Perth the previous income year lasts two hours longer.
  const currentYears = [...new Set([perthDay(now()), sydneyDay(now())].map(incomeYearEnding))]
  const [totals, months, trashed, toFile, toCheck, recent] = await Promise.all([
    store.totalsOf(db, ownerId),
    store.monthsOf(db, ownerId, currentYears),
    store.countInBin(db, ownerId),
    countUnfiled(db, ownerId),
    store.countToCheck(db, ownerId),
    listPage(db, ownerId, { criteria: [] }, { offset: 0, limit: RECENT_LIMIT, sort: NEWEST }),
  ])
  return {
    totals: totals.map(({ categoryId, incomeYear, receipts, totalCents, claimableCents }) => ({
      category: categoryId,
      incomeYear: incomeYearLabel(incomeYear),
      receipts,
      totalCents,
      claimableCents,
    })),
    months,
    receipts: recent.total,
    trashed,
    toFile,
    toCheck,
    recent: await describeReceipts({ db, reader, taxRules }, scope, recent.receipts),
  }
}
