import { type RawBuilder, sql } from 'kysely'
import { taxProfilesOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'
import { fileColumns, type FiledReceipt, type FileRow, type ReceiptRow, storedColumns } from '../store.ts'

type Paging = Readonly<{ offset: number; limit: number }>
export type ReceiptPage = { receipts: FiledReceipt[]; total: number }

type Sums = [spentCents: number, withAmount: number, claimableCents: number]
type Row = FileRow & ReceiptRow & { isReading: boolean; total: number; sums: Sums | null }

/** One page of the bin, the last deleted first. */
export function listBin(db: Db, ownerId: string, paging: Paging): Promise<ReceiptPage> {
  const deleted = sql`receipts where owner_id = ${ownerId} and deleted_at is not null`
  return readPage(db, ownerId, {
    total: sql`select count(*)::int from ${deleted}`,
    page: sql`select * from ${deleted} order by deleted_at desc, id desc ${pagingOf(paging)}`,
    order: sql`r.deleted_at desc`,
  })
}

/** The limit as text: if it were a parameter, Postgres would expect more rows and plan the query again each time. */
export function pagingOf({ offset, limit }: Paging): RawBuilder<unknown> {
  return sql`limit ${sql.lit(limit)} ${offset > 0 ? sql`offset ${offset}` : sql``}`
}

/** Lists `r.category_id as "categoryId"` and so on, for SQL that runs without the plugin that renames columns. */
function columnsOf(table: string, columns: readonly string[]): RawBuilder<unknown> {
  const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return sql.raw(columns.map((name) => `${table}.${snakeCase(name)} as "${name}"`).join(', '))
}

/** Reads a page in one round trip: a row for each file, or one without a receipt if the page is empty. */
export async function readPage(
  db: Db,
  ownerId: string,
  {
    matches = sql``,
    total,
    page,
    sums = sql`null`,
    order = sql`r.created_at desc`,
  }: Record<'total' | 'page', RawBuilder<unknown>> &
    Partial<Record<'matches' | 'sums' | 'order', RawBuilder<unknown>>>,
): Promise<ReceiptPage & { sums: Sums | null }> {
  const { rows } = await sql<Row | { total: number; sums: Sums | null; id: null }>`${matches}
    select t.total, t.sums, t."taxProfiles", ${columnsOf('r', storedColumns)}, ${columnsOf('v', fileColumns)},
      (r.supplier is null or r.document_date is null or r.total_cents is null) and v.sha256 in (
        select sha256 from readings where owner_id = ${ownerId} and state = 'waiting') as "isReading"
    from (select (${total}) as total, (${sums})::json as sums, ${taxProfilesOf(ownerId)} as "taxProfiles") t
    left join (${page}) r on true
    left join receipt_versions v on v.owner_id = ${ownerId} and v.receipt_id = r.id and v.replaced_at is null
    order by ${order}, r.id desc, v.position`.execute(db.withoutPlugins())
  const files = Map.groupBy(
    rows.filter((row) => row.id !== null),
    ({ id }) => id,
  )
  const { total: count, sums: sum } = rows[0]!
  return { total: count, sums: sum, receipts: [...files.values()].map(withFiles) }
}

function withFiles(files: Row[]): FiledReceipt {
  return { ...files[0]!, isReading: files.some(({ isReading }) => isReading), files }
}

export type Total = {
  categoryId: string
  incomeYear: number
  receipts: number
  totalCents: number
  claimableCents: number
}

export function totalsOf(db: Db, ownerId: string): Promise<Total[]> {
  return db
    .selectFrom('receiptTotals')
    .innerJoin('categories', 'categories.id', 'receiptTotals.categoryId')
    .select(['categoryId', 'incomeYear', 'receipts', 'totalCents', 'claimableCents'])
    .where('ownerId', '=', ownerId)
    .where('receipts', '>', 0)
    .orderBy('incomeYear', 'desc')
    .orderBy('categories.position')
    .execute()
}

export type MonthTotal = { month: string; receipts: number; totalCents: number }

/** The months of income years that have receipts, as in `2026-07`. Amounts in other currencies count as entered in Australian dollars. */
export function monthsOf(db: Db, ownerId: string, incomeYears: readonly number[]): Promise<MonthTotal[]> {
  const month = sql<string>`to_char(coalesce(paid_date, document_date, captured_on), 'YYYY-MM')`
  return db
    .selectFrom('receipts')
    .select(({ fn }) => [
      month.as('month'),
      fn.countAll<number>().as('receipts'),
      sql<number>`coalesce(sum(spent_cents), 0)::bigint`.as('totalCents'),
    ])
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', sql<number>`any(${incomeYears}::smallint[])`)
    .where('deletedAt', 'is', null)
    .groupBy(month)
    .orderBy('month')
    .execute()
}

export async function countInBin(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function countToCheck(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('suggestions', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The newest receipts with suggestions, newest first. */
export async function listToCheck(db: Db, ownerId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('suggestions', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
