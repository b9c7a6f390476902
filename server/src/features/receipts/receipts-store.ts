import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Receipts, ReceiptVersions } from '#platform/database/row-types.ts'

export type VersionRow = Selectable<ReceiptVersions>
export type ReceiptRow = Omit<Selectable<Receipts>, 'ownerId' | 'idempotencyKey' | 'searchText' | 'titles'>
export type FileRow = Pick<
  VersionRow,
  | 'fileId'
  | 'version'
  | 'position'
  | 'title'
  | 'type'
  | 'sizeBytes'
  | 'width'
  | 'height'
  | 'pages'
  | 'preview'
>
/** A receipt with its current files, in their order. */
export type FiledReceipt = ReceiptRow & { files: FileRow[] }

export const receiptColumns = [
  'id',
  'categoryId',
  'description',
  'supplier',
  'supplierAbn',
  'documentDate',
  'paidDate',
  'totalCents',
  'gstCents',
  'currency',
  'workUsePercent',
  'note',
  'capturedOn',
  'incomeYear',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const

export function insertVersions(
  db: Db,
  ownerId: string,
  versions: Omit<VersionRow, 'ownerId' | 'replacedAt'>[],
): Promise<VersionRow[]> {
  return db
    .insertInto('receiptVersions')
    .values(versions.map((version) => ({ ...version, ownerId })))
    .returningAll()
    .execute()
}

export function findReceiptByKey(db: Db, ownerId: string, key: string): Promise<FiledReceipt | undefined> {
  return findOne(db, ownerId, (query) => query.where('idempotencyKey', '=', key))
}

export function findReceipt(db: Db, ownerId: string, id: string): Promise<FiledReceipt | undefined> {
  return findOne(db, ownerId, (query) => query.where('id', '=', id))
}

/** The same, and nobody else changes it until the transaction ends. */
export function lockReceipt(db: Db, ownerId: string, id: string): Promise<FiledReceipt | undefined> {
  return findOne(db, ownerId, (query) => query.where('id', '=', id).forUpdate())
}

async function findOne(
  db: Db,
  ownerId: string,
  narrow: (query: ReturnType<typeof selectOwned>) => ReturnType<typeof selectOwned>,
): Promise<FiledReceipt | undefined> {
  const row = await narrow(selectOwned(db, ownerId)).executeTakeFirst()
  if (!row) return undefined
  return { ...row, files: await currentFiles(db, ownerId, row.id) }
}

function selectOwned(db: Db, ownerId: string) {
  return db.selectFrom('receipts').select(receiptColumns).where('ownerId', '=', ownerId)
}

export function currentFiles(db: Db, ownerId: string, receiptId: string): Promise<VersionRow[]> {
  return db
    .selectFrom('receiptVersions')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .where('replacedAt', 'is', null)
    .orderBy('position')
    .execute()
}

export function allVersions(db: Db, ownerId: string, receiptId: string): Promise<VersionRow[]> {
  return db
    .selectFrom('receiptVersions')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .orderBy('position')
    .orderBy('version', 'desc')
    .execute()
}

/** One version of a file of the owner: the current one unless told. */
export function findVersion(
  db: Db,
  ownerId: string,
  { receiptId, fileId, version }: { receiptId: string; fileId: string; version: number | undefined },
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('receiptVersions')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .where('fileId', '=', fileId)
    .$if(version === undefined, (query) => query.where('replacedAt', 'is', null))
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirst()
}

export async function changeReceipt(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<Receipts>,
): Promise<ReceiptRow> {
  return db
    .updateTable('receipts')
    .set(change)
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returning(receiptColumns)
    .executeTakeFirstOrThrow()
}

type FileKey = Pick<VersionRow, 'receiptId' | 'fileId' | 'version'>

export async function changeVersion(
  db: Db,
  ownerId: string,
  { receiptId, fileId, version }: FileKey,
  change: { title: string } | { replacedAt: Date },
): Promise<void> {
  await db
    .updateTable('receiptVersions')
    .set(change)
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .where('fileId', '=', fileId)
    .where('version', '=', version)
    .execute()
}

/** Removes for good what has been in the trash since before `before`; at most `limit` at a time. */
export async function purgeTrash(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from receipts where (owner_id, id) in (
    select owner_id, id from receipts where deleted_at <= ${before} order by deleted_at limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Removes receipts of somebody for good, wherever they are; at most `limit` at a time. */
export async function purgeReceiptsOf(db: Db, ownerId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from receipts where owner_id = ${ownerId} and id in (
    select id from receipts where owner_id = ${ownerId} limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
