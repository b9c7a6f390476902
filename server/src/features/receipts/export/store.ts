import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { matching, type SearchFilter } from '../search/conditions.ts'
import { storedColumns } from '../store.ts'

type Selection = Readonly<{ filter: SearchFilter; ids: readonly string[] | undefined }>

/** Every current file of the selected receipts that aren't in the bin, the oldest receipt first. */
export function listSelected(db: Db, ownerId: string, { ids, filter }: Selection) {
  return selectFiles(db, ownerId)
    .where('v.replacedAt', 'is', null)
    .where(matching(ownerId, filter))
    .$if(ids !== undefined, (query) => query.where('r.id', 'in', ids!))
    .execute()
}

/** Ids of the receipts of an income year that aren't in the bin, by date. `ending` is the year it ends in. */
export async function listIdsOfYear(db: Db, ownerId: string, ending: number): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', ending)
    .where('deletedAt', 'is', null)
    .orderBy(sql`coalesce(paid_date, document_date, captured_on)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The current files of these receipts. */
export function listFilesOf(db: Db, ownerId: string, ids: readonly string[]) {
  return selectFiles(db, ownerId)
    .where('v.replacedAt', 'is', null)
    .where('r.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Every version of every file of every receipt, even of those in the bin, the oldest receipt first. */
export function listAll(db: Db, ownerId: string) {
  return selectFiles(db, ownerId).execute()
}

export type ExportedFile = Awaited<ReturnType<typeof listAll>>[number]

function selectFiles(db: Db, ownerId: string) {
  return db
    .selectFrom('receipts as r')
    .innerJoin('categories as c', 'c.id', 'r.categoryId')
    .innerJoin('receiptVersions as v', (join) =>
      join.onRef('v.ownerId', '=', 'r.ownerId').onRef('v.receiptId', '=', 'r.id'),
    )
    .innerJoin('blobs', 'blobs.sha256', 'v.sha256')
    .select(storedColumns.map((column) => `r.${column}` as const))
    .select('c.name as category')
    .select(['v.fileId', 'v.version', 'v.title', 'v.type', 'v.sizeBytes', 'v.sha256', 'blobs.crc32'])
    .select(['v.createdAt as addedAt', 'v.replacedAt'])
    .select('v.position')
    .select(
      sql<number>`count(*) filter (where v.replaced_at is null) over (partition by r.id)`.as('fileCount'),
    )
    .where('r.ownerId', '=', ownerId)
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .orderBy('v.position')
    .orderBy('v.fileId')
    .orderBy('v.version')
}

export function listUnclaimedDrafts(db: Db, ownerId: string, now: Date) {
  return unclaimedDrafts(db, ownerId, now)
    .innerJoin('blobs', 'blobs.sha256', 'd.sha256')
    .select(['d.id', 'd.title', 'd.type', 'd.sizeBytes', 'd.sha256', 'blobs.crc32', 'd.createdAt', 'd.edit'])
    .execute()
}

/** The photos that the owner's unclaimed drafts are adjusted copies of, each with its draft's id. */
export function listOriginalsOfDrafts(db: Db, ownerId: string, now: Date) {
  return unclaimedDrafts(db, ownerId, now)
    .innerJoin('draftOriginals as o', (join) =>
      join.onRef('o.ownerId', '=', 'd.ownerId').onRef('o.draftId', '=', 'd.id'),
    )
    .innerJoin('blobs', 'blobs.sha256', 'o.sha256')
    .select(['d.id', 'o.title', 'o.type', 'o.sizeBytes', 'o.sha256', 'blobs.crc32', 'd.createdAt'])
    .execute()
}

function unclaimedDrafts(db: Db, ownerId: string, now: Date) {
  return db
    .selectFrom('drafts as d')
    .where('d.ownerId', '=', ownerId)
    .where('d.claimedAt', 'is', null)
    .where((eb) => eb.or([eb('d.expiresAt', 'is', null), eb('d.expiresAt', '>', now)]))
    .orderBy('d.createdAt')
    .orderBy('d.id')
}
