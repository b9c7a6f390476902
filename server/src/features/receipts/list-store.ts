import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { keptStatement, namedColumns } from '#platform/database/prepared-query.ts'
import { type FiledReceipt, type FileRow, receiptColumns, type ReceiptRow } from './receipts-store.ts'

export type ListFilter = Readonly<{ categoryId?: string | undefined; incomeYear?: number | undefined }>
/** A place in a list, newest first: the page starts after it. */
export type Place = Readonly<{ createdAt: Date; id: string }>
export type Page = { receipts: FiledReceipt[]; total: number; revision: number }

type FileColumns = { [Name in keyof FileRow as `file${Capitalize<Name>}`]: FileRow[Name] }
type Row = ReceiptRow & FileColumns & { total: number; revision: number }

/** Called here what they are called, so that nothing has to be renamed row by row. */
const columns =
  sql.raw(`${namedColumns('r', receiptColumns)}, v.file_id as "fileFileId", v.version as "fileVersion",
  v.position as "filePosition", v.title as "fileTitle", v.type as "fileType", v.size_bytes as "fileSizeBytes",
  v.width as "fileWidth", v.height as "fileHeight", v.pages as "filePages", v.preview as "filePreview"`)

/**
 * One page of live receipts, newest first, and how many there are. What it costs depends on `limit` and
 * `offset` alone: both the page and the totals come from an index.
 */
export async function listLive(
  db: Db,
  ownerId: string,
  filter: ListFilter,
  { after, offset, limit }: { after: Place | undefined; offset: number; limit: number },
): Promise<Page> {
  const counted = sql`select coalesce(sum(receipts), 0)::int as total
    from receipt_totals where owner_id = ${ownerId} ${narrowed(filter)}`
  const page = sql`select * from receipts
    where owner_id = ${ownerId} and deleted_at is null ${narrowed(filter)}
      ${after ? sql`and (created_at, id) < (${after.createdAt}, ${after.id})` : sql``}
    order by created_at desc, id desc limit ${limit} offset ${offset}`
  const { rows } = await sql<Row>`
    with counted as (${counted}), revised as (${revised(ownerId)}), r as (${page})
    select ${columns}, counted.total, revised.revision
    from counted cross join revised left join (r join receipt_versions v
      on v.owner_id = ${ownerId} and v.receipt_id = r.id and v.replaced_at is null) on true
    order by r.created_at desc, r.id desc, v.position`.execute(db.withoutPlugins())
  return { receipts: gather(rows), total: rows[0]!.total, revision: rows[0]!.revision }
}

const revisions = keptStatement<{ ownerIds: string[] }, { ownerId: string; revision: number }>(`
  select owner_id as "ownerId", sum(revision)::bigint as revision from receipt_totals
  where owner_id = any(:ownerIds::uuid[]) group by owner_id`)

/** A number for each owner that grows with every change of their receipts; 0 is left out. */
export async function revisionsOf(db: Db, ownerIds: string[]): Promise<Map<string, number>> {
  const rows = await revisions(db, { ownerIds })
  return new Map(rows.map(({ ownerId, revision }) => [ownerId, revision]))
}

function revised(ownerId: string): RawBuilder<unknown> {
  return sql`select coalesce(sum(revision), 0)::bigint as revision from receipt_totals where owner_id = ${ownerId}`
}

/** One page of what matches every word, newest first. */
export async function search(
  db: Db,
  ownerId: string,
  filter: ListFilter,
  { words, offset, limit }: { words: string[]; offset: number; limit: number },
): Promise<{ receipts: FiledReceipt[]; total: number }> {
  const matches = words.map((word) => sql`and search_text like ${likeAnywhere(word)}`)
  const found = sql`select id, created_at from receipts
    where owner_id = ${ownerId} and deleted_at is null ${narrowed(filter)} ${sql.join(matches, sql` `)}`
  const { rows } = await sql<Row>`
    with found as materialized (${found}),
      page as (select id from found order by created_at desc, id desc limit ${limit} offset ${offset})
    select ${columns}, total.total
    from (select count(*)::int as total from found) total
    left join (page
      join receipts r on r.owner_id = ${ownerId} and r.id = page.id
      join receipt_versions v on v.owner_id = ${ownerId} and v.receipt_id = r.id and v.replaced_at is null) on true
    order by r.created_at desc, r.id desc, v.position`.execute(db.withoutPlugins())
  return { receipts: gather(rows), total: rows[0]!.total }
}

/** One page of the trash, the last deleted first. */
export async function listTrash(
  db: Db,
  ownerId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ receipts: FiledReceipt[]; total: number }> {
  const { rows } = await sql<Row>`
    with page as (select id from receipts where owner_id = ${ownerId} and deleted_at is not null
      order by deleted_at desc, id desc limit ${limit} offset ${offset})
    select ${columns}, total.total
    from (select count(*)::int as total from receipts where owner_id = ${ownerId} and deleted_at is not null) total
    left join (page
      join receipts r on r.owner_id = ${ownerId} and r.id = page.id
      join receipt_versions v on v.owner_id = ${ownerId} and v.receipt_id = r.id and v.replaced_at is null) on true
    order by r.deleted_at desc, r.id desc, v.position`.execute(db.withoutPlugins())
  return { receipts: gather(rows), total: rows[0]!.total }
}

export type Total = { categoryId: string; incomeYear: number; receipts: number; totalCents: number }

export function totalsOf(db: Db, ownerId: string): Promise<Total[]> {
  return db
    .selectFrom('receiptTotals')
    .innerJoin('categories', 'categories.id', 'receiptTotals.categoryId')
    .select(['categoryId', 'incomeYear', 'receipts', 'totalCents'])
    .where('ownerId', '=', ownerId)
    .where('receipts', '>', 0)
    .orderBy('incomeYear', 'desc')
    .orderBy('categories.position')
    .execute()
}

export async function countTrash(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function isCategory(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

function narrowed({ categoryId, incomeYear }: ListFilter): RawBuilder<unknown> {
  return sql`${categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`}
    ${incomeYear === undefined ? sql`` : sql`and income_year = ${incomeYear}`}`
}

/** Phones write another apostrophe than desks: any sign will do where one is. */
function likeAnywhere(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&').replace(/['\u2018\u2019]/g, '_')}%`
}

/** Rows of receipts and their files back into receipts with files; without a receipt there is one row of totals. */
function gather(rows: Row[]): FiledReceipt[] {
  const receipts: FiledReceipt[] = []
  for (const row of rows) {
    if (row.id === null) return []
    const file = fileOf(row)
    const last = receipts.at(-1)
    if (last?.id === row.id) last.files.push(file)
    else receipts.push({ ...row, files: [file] })
  }
  return receipts
}

function fileOf(row: Row): FileRow {
  return {
    fileId: row.fileFileId,
    version: row.fileVersion,
    position: row.filePosition,
    title: row.fileTitle,
    type: row.fileType,
    sizeBytes: row.fileSizeBytes,
    width: row.fileWidth,
    height: row.fileHeight,
    pages: row.filePages,
    preview: row.filePreview,
  }
}
