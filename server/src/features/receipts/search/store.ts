import { endingOf, type ReceiptSort } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { pagingOf, readPage, type ReceiptPage } from '../listing/store.ts'
import {
  amount,
  hasOnly,
  isWord,
  matching,
  matchingCriteria,
  type SearchFilter,
  textConditions,
} from './conditions.ts'

type Paging = Readonly<{ offset: number; limit: number; sort: ReceiptSort }>
type SearchPage = Awaited<ReturnType<typeof readPage>> & {
  /** Whether there are more than `total`; `sums` is null then. */
  isCountCapped: boolean
}

/** Finding words takes reading the text of each receipt, so there is an end to it. */
const MAX_COUNTED = 1000
const COUNTED_OR_MORE = sql.lit(MAX_COUNTED + 1)

const sortKeys: Record<string, RawBuilder<unknown>> = {
  date: sql`r.purchased_on`,
  amount,
  supplier: sql`r.name_key`,
  added: sql`r.created_at`,
}

/** Orders in which an index lists an owner's receipts, forwards or backwards. */
const listed: Partial<Record<ReceiptSort, RawBuilder<unknown>>> = {
  date: sql`r.purchased_on, r.created_at desc`,
  '-date': sql`r.purchased_on desc, r.created_at desc`,
  added: sql`r.created_at`,
  '-added': sql`r.created_at desc`,
}

/** Whether a page is read without the receipts before and after it, because totals tell the rest. */
export function isListed(filter: SearchFilter, sort: ReceiptSort): boolean {
  return listed[sort] !== undefined && hasOnly(filter, ['category', 'incomeYear', 'onlyYears'])
}

/**
 * One page of a list that `isListed`, how many receipts it has, and what they add up to in Australian dollars: the page
 * is read from an index, the rest from the totals.
 */
export async function listPage(
  db: Db,
  ownerId: string,
  filter: SearchFilter,
  { offset, limit, sort }: Paging,
): Promise<SearchPage> {
  const { category, incomeYear, onlyYears } = filter
  const totals = sql`from receipt_totals where owner_id = ${ownerId}
    ${category === undefined ? sql`` : sql`and category_id = ${category}`}
    ${incomeYear === undefined ? sql`` : sql`and income_year = ${endingOf(incomeYear)}`}
    ${onlyYears === undefined ? sql`` : sql`and income_year = any(${onlyYears}::smallint[])`}`
  const order = listed[sort]!
  const paged = sql`from receipts r where ${matching(ownerId, filter)}
    order by ${order}, r.id desc ${pagingOf({ offset, limit })}`
  const page = await readPage(db, ownerId, {
    total: sql`select coalesce(sum(receipts), 0)::int ${totals}`,
    sums: sql`select json_build_array(coalesce(sum(total_cents), 0), coalesce(sum(with_amount), 0),
      coalesce(sum(claimable_cents), 0)) ${totals}`,
    // The receipts before a later page are skipped in the index, without reading them.
    page:
      offset === 0
        ? sql`select * ${paged}`
        : sql`select r.* from (select r.id ${paged}) paged join receipts r on r.owner_id = ${ownerId} and r.id = paged.id`,
    order,
  })
  return { ...page, isCountCapped: false }
}

/**
 * One page of matching receipts, how many there are, and what they add up to in Australian dollars. Texts of few
 * receipts are looked up first. Those of more than `MAX_COUNTED` are looked for in one receipt after the other, in
 * the order of the list, until the page is full.
 */
export async function searchPage(
  db: Db,
  ownerId: string,
  filter: SearchFilter,
  { offset, limit, sort }: Paging,
): Promise<SearchPage> {
  const withTexts = await receiptsWithTexts(db, ownerId, filter)
  const isFrequent = withTexts.map((ids) => ids.length > MAX_COUNTED)
  const isLong = isFrequent.includes(true)
  const hasText = (condition: RawBuilder<unknown>, at: number) =>
    isFrequent[at]
      ? sql`(select ${condition} from receipt_texts where owner_id = ${ownerId} and receipt_id = r.id)`
      : sql`r.id = any(${withTexts[at]}::uuid[])`
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const criteria = isLong ? matchingCriteria(filter.criteria, hasText) : sql`true`
  const first = isLong ? { ...filter, criteria: [] } : filter
  const page = await readPage(db, ownerId, {
    matches: sql`with matches as materialized (
      select r.id, r.created_at, r.total_cents, r.spent_cents, r.claimable_cents, r.purchased_on, r.income_year,
        r.supplier_abn, r.currency, r.category_id,
        ${sortKeys[sort.replace('-', '')]!} as key
      from receipts r where ${matching(ownerId, first, hasText)}
    )`,
    total: !isLong
      ? sql`select count(*)::int from matches`
      : isOneText(filter)
        ? COUNTED_OR_MORE
        : sql`select count(*)::int from (select from matches r where ${criteria} limit ${COUNTED_OR_MORE}) counted`,
    ...(!isLong && {
      sums: sql`select json_build_array(coalesce(sum(spent_cents), 0), count(spent_cents),
        coalesce(sum(claimable_cents), 0)) from matches`,
    }),
    // Sorted before the texts are read: OFFSET 0 keeps Postgres from changing that.
    page: sql`select r.*, paged.place from (
        select r.id, row_number() over () as place
        from (select * from matches order by key ${direction} nulls last, created_at desc, id desc offset 0) r
        where ${criteria} limit ${sql.lit(limit)} offset ${offset}
      ) paged join receipts r on r.owner_id = ${ownerId} and r.id = paged.id`,
    order: sql`r.place`,
  })
  const isCountCapped = isLong && page.total > MAX_COUNTED
  return { ...page, isCountCapped, total: isCountCapped ? MAX_COUNTED : page.total }
}

/** One page of all matching receipts, newest first, and how many there are, however many that is. */
export function countedPage(
  db: Db,
  ownerId: string,
  filter: SearchFilter,
  paging: Omit<Paging, 'sort'>,
): Promise<ReceiptPage> {
  return readPage(db, ownerId, {
    matches: sql`with matches as materialized (
      select r.id, r.created_at from receipts r where ${matching(ownerId, filter)})`,
    total: sql`select count(*)::int from matches`,
    page: sql`select r.* from
      (select id from matches order by created_at desc, id desc ${pagingOf(paging)}) matched
      join receipts r on r.owner_id = ${ownerId} and r.id = matched.id`,
  })
}

/** For each text of a search, ids of the receipts outside the bin that have it: all of them, or more than are counted. */
async function receiptsWithTexts(db: Db, ownerId: string, { criteria }: SearchFilter): Promise<string[][]> {
  const lookups = textConditions(criteria).map(
    (condition) => sql`array(select receipt_id from receipt_texts
      where owner_id = ${ownerId} and ${condition} limit ${COUNTED_OR_MORE})`,
  )
  if (lookups.length === 0) return []
  const { rows } = await sql<{
    ids: string[][]
  }>`select json_build_array(${sql.join(lookups)}) as ids`.execute(db)
  return rows[0]!.ids
}

/** Whether a search consists of words only, so that their number is known once they are looked up. */
function isOneText({ criteria, ...others }: SearchFilter): boolean {
  return criteria.every(isWord) && Object.values(others).every((value) => value === undefined)
}

export async function matchingIds(db: Db, ownerId: string, filter: SearchFilter): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select r.id from receipts r where ${matching(ownerId, filter)}`.execute(db)
  return rows.map(({ id }) => id)
}
