import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { type FiledReceipt, findReceipt, lockReceipts, type ReceiptRow } from '../store.ts'
import { fillableFacts } from './fill-facts.ts'

/**
 * Copies the files of a receipt to the end of another, earlier versions included, except those it already has with the
 * same versions. They get new ids, because either receipt's file may be replaced later.
 * @returns the ids of the added files.
 */
export async function copyFiles(
  db: Db,
  ownerId: string,
  { from, into }: { from: FiledReceipt; into: FiledReceipt },
): Promise<string[]> {
  const fileIds = from.files.map(({ fileId }) => fileId)
  const newIds = fileIds.map(newId)
  const { rows } = await sql<{ fileId: string }>`
    with files as (
      select receipt_id, file_id, array_agg(sha256 order by version) as hashes from receipt_versions
      where owner_id = ${ownerId} and receipt_id in (${from.id}, ${into.id}) group by receipt_id, file_id
    ), added as (
      select file_id, new_id from unnest(${fileIds}::uuid[], ${newIds}::uuid[]) as ids (file_id, new_id)
        join files using (file_id)
      where receipt_id = ${from.id} and hashes not in (select hashes from files where receipt_id = ${into.id})
    )
    insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes, width,
      height, pages, preview, created_at, replaced_at, original_sha256)
    select owner_id, ${into.id}, new_id, version, position + (
        select max(position) + 1 from receipt_versions where owner_id = ${ownerId} and receipt_id = ${into.id}
      ), sha256, title, type, size_bytes, width, height, pages, preview, created_at, replaced_at, original_sha256
    from receipt_versions join added using (file_id) where owner_id = ${ownerId} and receipt_id = ${from.id}
    returning file_id as "fileId"`.execute(db.withoutPlugins())
  return [...new Set(rows.map(({ fileId }) => fileId))]
}

/** Whether a receipt has a file with these versions. */
export async function hasFile(
  db: Db,
  ownerId: string,
  { receiptId, hashes }: { receiptId: string; hashes: readonly Buffer[] },
): Promise<boolean> {
  const file = await db
    .selectFrom('receiptVersions')
    .select('fileId')
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .groupBy('fileId')
    .having(sql<boolean>`array_agg(sha256 order by version) = ${hashes}::bytea[]`)
    .executeTakeFirst()
  return file !== undefined
}

export async function removeFiles(
  db: Db,
  ownerId: string,
  { receiptId, fileIds }: { receiptId: string; fileIds: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('receiptVersions')
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .where('fileId', '=', sql<string>`any(${fileIds}::uuid[])`)
    .execute()
}

const noteColumns = ['receiptId', 'answerReceiptId'] as const
type MovedNotes = Record<(typeof noteColumns)[number], string[]>

/**
 * Moves what guests asked about a receipt, and answers that name it, to another. Reviewed marks stay with what was reviewed.
 * @param only those an earlier call moved.
 * @returns the ids of the notes.
 */
export async function moveNotes(
  db: Db,
  ownerId: string,
  { from, into, only }: { from: string; into: string; only?: MovedNotes },
): Promise<MovedNotes> {
  const moved: MovedNotes = { receiptId: [], answerReceiptId: [] }
  for (const column of noteColumns) {
    const notes = await db
      .updateTable('roomNotes')
      .set({ [column]: into })
      .where('ownerId', '=', ownerId)
      .where(column, '=', from)
      .where('kind', '!=', 'reviewed')
      .$if(only !== undefined, (query) => query.where('id', '=', sql<string>`any(${only![column]}::uuid[])`))
      .returning('id')
      .execute()
    moved[column] = notes.map(({ id }) => id)
  }
  return moved
}

export const mergedColumns = [
  ...fillableFacts,
  'description',
  'currency',
  'sources',
  'suggestions',
  'labelConfirmed',
  'labelAnswers',
  'lastClaimedYear',
] as const

/** What a merge may change of a receipt. Merges of an earlier version don't have all of it. */
export type Previous = Partial<Pick<ReceiptRow, (typeof mergedColumns)[number]>> & {
  titles: string
  updatedAt: string
  describedAt?: string | null
  inYearSince?: string | null
  /** Undefined for merges of drafts. */
  movedNotes?: MovedNotes
}

export type Merge = {
  id: string
  receiptId: string
  sourceId: string
  mergedAt: Date
  fileIds: string[]
  previous: Previous
  isUndone: boolean
}

export async function recordMerge(db: Db, ownerId: string, merge: Omit<Merge, 'isUndone'>): Promise<void> {
  const row = { ...merge, previous: JSON.stringify(merge.previous), isUndone: false }
  await db
    .insertInto('receiptMerges')
    .values({ ...row, ownerId })
    // The source was merged before, and separated or restored from the bin since.
    .onConflict((conflict) => conflict.columns(['ownerId', 'sourceId']).doUpdateSet(row))
    .execute()
}

export async function findMerge(
  db: Db,
  ownerId: string,
  { receiptId, sourceId }: Pick<Merge, 'receiptId' | 'sourceId'>,
): Promise<Merge | undefined> {
  return db
    .selectFrom('receiptMerges')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('sourceId', '=', sourceId)
    .where('receiptId', '=', receiptId)
    .where('isUndone', '=', false)
    .$castTo<Merge>()
    .executeTakeFirst()
}

/** Marks a merge as undone. @returns it as it was, locked. */
export async function takeMerge(db: Db, ownerId: string, id: string): Promise<Merge | undefined> {
  const row = await db
    .selectFrom('receiptMerges')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  await db
    .updateTable('receiptMerges')
    .set({ isUndone: true })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .execute()
  return row as Merge | undefined
}

/** A receipt and what is merged into it, locked. */
export async function lockPair(
  db: Db,
  ownerId: string,
  { receiptId, sourceId }: Pick<Merge, 'receiptId' | 'sourceId'>,
) {
  await lockReceipts(db, ownerId, [receiptId, sourceId])
  return {
    receipt: await findReceipt(db, ownerId, receiptId),
    source: await findReceipt(db, ownerId, sourceId),
  }
}
