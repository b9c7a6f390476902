import {
  type DeductionLabel,
  factName,
  type FactSources,
  type FactSuggestions,
  type LabelAnswers,
} from '@docketbox/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type TaxProfiles, taxProfilesOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'
import type { Receipts, ReceiptVersions } from '#platform/database/row-types.ts'

export type VersionRow = Selectable<ReceiptVersions>
export type ReceiptRow = Omit<
  Pick<Selectable<Receipts>, (typeof storedColumns)[number]>,
  'sources' | 'suggestions' | 'labelSuggested' | 'labelConfirmed' | 'labelAnswers'
> & {
  sources: FactSources
  suggestions: FactSuggestions | null
  labelSuggested: DeductionLabel | null
  labelConfirmed: DeductionLabel | null
  labelAnswers: LabelAnswers
  /** What the owner answered, for all years; null until they were asked. */
  taxProfiles: TaxProfiles | null
}
export type FileRow = Pick<VersionRow, (typeof fileColumns)[number]>
/** A receipt with its current files, in their order, and in a list whether details that it lacks may still be read. */
export type FiledReceipt = ReceiptRow & { files: FileRow[]; isReading?: boolean }
type ReceiptWithFiles = ReceiptRow & { files: VersionRow[] }

export const storedColumns = [
  'id',
  'categoryId',
  ...factName.options,
  'sources',
  'suggestions',
  'capturedOn',
  'incomeYear',
  'inYearSince',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'mayBeDuplicate',
  'labelSuggested',
  'labelConfirmed',
  'labelAnswers',
  'lastClaimedYear',
  'describedAt',
  'spentCents',
  'claimableCents',
] as const satisfies readonly (keyof Receipts)[]

export const fileColumns = [
  'fileId',
  'version',
  'position',
  'title',
  'type',
  'sizeBytes',
  'width',
  'height',
  'pages',
  'preview',
] as const satisfies readonly (keyof ReceiptVersions)[]

const receiptColumns = [...storedColumns, taxProfilesOf(sql`receipts.owner_id`).as('taxProfiles')] as const

export async function insertVersion(db: Db, version: Insertable<ReceiptVersions>): Promise<void> {
  await db.insertInto('receiptVersions').values(version).execute()
}

export function findReceiptByKey(
  db: Db,
  ownerId: string,
  key: string,
): Promise<ReceiptWithFiles | undefined> {
  return findOne(db, ownerId, (query) => query.where('idempotencyKey', '=', key))
}

export function findReceipt(db: Db, ownerId: string, id: string): Promise<ReceiptWithFiles | undefined> {
  return findOne(db, ownerId, (query) => query.where('id', '=', id))
}

/** Finds a receipt, in the bin or not, and locks it until the transaction ends. */
export function lockReceipt(db: Db, ownerId: string, id: string): Promise<ReceiptWithFiles | undefined> {
  return findOne(db, ownerId, (query) => query.where('id', '=', id).forUpdate())
}

/** Locks receipts in one order, so that two requests wait for each other instead of deadlocking. @returns those that exist. */
export function lockReceipts(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Pick<ReceiptRow, 'id' | 'deletedAt' | 'supplier' | 'description'>[]> {
  return db
    .selectFrom('receipts')
    .select(['id', 'deletedAt', 'supplier', 'description'])
    .where('ownerId', '=', ownerId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function findOne(
  db: Db,
  ownerId: string,
  narrow: (query: ReturnType<typeof selectOwned>) => ReturnType<typeof selectOwned>,
): Promise<ReceiptWithFiles | undefined> {
  const row = await narrow(selectOwned(db, ownerId)).executeTakeFirst()
  if (!row) return undefined
  return { ...(row as Omit<ReceiptWithFiles, 'files'>), files: await currentFiles(db, ownerId, row.id) }
}

function selectOwned(db: Db, ownerId: string) {
  return db.selectFrom('receipts').select(receiptColumns).where('ownerId', '=', ownerId)
}

export function currentFiles(db: Db, ownerId: string, receiptId: string): Promise<VersionRow[]> {
  return selectVersions(db, ownerId, receiptId).where('replacedAt', 'is', null).orderBy('position').execute()
}

export function listVersions(db: Db, ownerId: string, receiptId: string): Promise<VersionRow[]> {
  return selectVersions(db, ownerId, receiptId).orderBy('position').orderBy('version', 'desc').execute()
}

/** One version of a file; the current one if `version` is undefined. */
export function findVersion(
  db: Db,
  ownerId: string,
  { receiptId, fileId, version }: { receiptId: string; fileId: string; version: number | undefined },
): Promise<VersionRow | undefined> {
  return selectVersions(db, ownerId, receiptId)
    .where('fileId', '=', fileId)
    .$if(version === undefined, (query) => query.where('replacedAt', 'is', null))
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirst()
}

function selectVersions(db: Db, ownerId: string, receiptId: string) {
  return db
    .selectFrom('receiptVersions')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
}

export async function updateReceipt(
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
    .executeTakeFirstOrThrow() as Promise<ReceiptRow>
}

type FileKey = Pick<VersionRow, 'receiptId' | 'fileId' | 'version'>

export async function updateVersion(
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

export async function deleteReceipt(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('receipts').where('ownerId', '=', ownerId).where('id', '=', id).execute()
}

/**
 * Deletes receipts that were moved to the bin before `deletedBefore`, at most `limit`, except those being restored.
 * @returns their ids.
 */
export async function deleteExpiredFromBin(db: Db, deletedBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from receipts where (owner_id, id) in (
      select owner_id, id from receipts where deleted_at <= ${deletedBefore}
      order by deleted_at limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes receipts of an account, in the bin or not, at most `limit`. @returns how many. */
export async function deleteReceiptsOf(db: Db, ownerId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from receipts where owner_id = ${ownerId} and id in (
    select id from receipts where owner_id = ${ownerId} limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
