import {
  incomeYearEnding,
  type Parsed,
  type Receipt,
  type receiptEndpoints,
  receiptRefusals,
  type ReceiptSummary,
  incomeYearLabel,
} from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { type ListPage, pageOf } from '#platform/database/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as store from './list-store.ts'
import { presentReceipt } from './present.ts'

const MOST_WORDS = 8
const RECENT = 5

type Query = Parsed<typeof receiptEndpoints.list>['query']
type List = ListPage<Receipt>

/** One page of the caller's receipts, newest first. */
export async function listReceipts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { category, incomeYear, q = '', page, limit }: Query,
): Promise<List> {
  const filter = {
    categoryId: category,
    incomeYear: incomeYear === undefined ? undefined : incomeYearEnding(`${incomeYear.slice(0, 4)}-07-01`),
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const paging = { offset: (page - 1) * limit, limit }
  const found =
    words.length > 0
      ? await store.search(db, actor.id, filter, { words, ...paging })
      : await store.listLive(db, actor.id, filter, paging)
  if (found.total === 0 && category !== undefined && !(await store.isCategory(db, category)))
    throw new Refusal(receiptRefusals.unknownCategory)
  return listOf(found, { page, limit })
}

/** One page of the caller's trash, the last deleted first. */
export async function listTrash(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page, limit }: { page: number; limit: number },
): Promise<List> {
  return listOf(await store.listTrash(db, actor.id, { offset: (page - 1) * limit, limit }), { page, limit })
}

/** What the dashboard shows: everything by category and income year, and the last few receipts. */
export async function summarise({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<ReceiptSummary> {
  const [totals, trashed, recent] = await Promise.all([
    store.totalsOf(db, actor.id),
    store.countTrash(db, actor.id),
    store.listLive(db, actor.id, {}, { offset: 0, limit: RECENT }),
  ])
  return {
    totals: totals.map(({ categoryId, incomeYear, receipts, totalCents }) => ({
      category: categoryId,
      incomeYear: incomeYearLabel(incomeYear),
      receipts,
      totalCents,
    })),
    receipts: recent.total,
    trashed,
    recent: recent.receipts.map(presentReceipt),
  }
}

function listOf({ receipts, total }: store.ReceiptPage, paging: { page: number; limit: number }): List {
  return pageOf(receipts.map(presentReceipt), paging, total)
}
