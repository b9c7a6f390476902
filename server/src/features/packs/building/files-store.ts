import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PackFiles } from '#platform/database/row-types.ts'
import { withBlob } from '#features/files'
import { collectBatch } from '#platform/processes/collect-garbage.ts'
import type { Received } from '#platform/storage/file-store.ts'
import type { PackRow } from '../contents/row.ts'
import type { PackKey } from '../store.ts'

export type NewOriginal = Pick<
  Selectable<PackFiles>,
  'position' | 'receiptId' | 'path' | 'sha256' | 'sizeBytes' | 'crc32' | 'modifiedOn'
>
export type Original = Pick<NewOriginal, 'position' | 'path' | 'sha256' | 'sizeBytes'>
export type StoredFile = Pick<NewOriginal, 'path' | 'sha256' | 'sizeBytes' | 'crc32' | 'modifiedOn'> & {
  isOriginal: boolean
}
export type Document = Readonly<{ path: string; received: Received }>

/** The position of the extra manifest in packs without originals. */
export const REDUCED_MANIFEST_POSITION = -1
export const MANIFEST_POSITION = -2

const BATCH_SIZE = 100

/** Adds lines and files of a pack while it's taken. */
export async function insertContents(
  db: Db,
  { ownerId, id: packId }: PackKey,
  { rows, firstRow, files }: { rows: readonly PackRow[]; firstRow: number; files: readonly NewOriginal[] },
): Promise<void> {
  const lines = rows.map((row, index) => ({
    ownerId,
    packId,
    position: firstRow + index,
    facts: JSON.stringify(row),
  }))
  if (lines.length > 0) await db.insertInto('packRows').values(lines).execute()
  if (files.length > 0)
    await db
      .insertInto('packFiles')
      .values(files.map((file) => ({ ...file, ownerId, packId })))
      .execute()
}

/** The lines of a pack in their order, in batches: those of its year, or of the assets of earlier ones. */
export async function* readRows(
  db: Db,
  { ownerId, id }: PackKey,
  { areEarlierAssets = false } = {},
): AsyncGenerator<PackRow[]> {
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('packRows')
      .select(['position', 'facts'])
      .where('ownerId', '=', ownerId)
      .where('packId', '=', id)
      .where(sql<boolean>`(facts ->> 'claimedUntil' is not null) = ${areEarlierAssets}`)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute()
    collectBatch(after + 1)
    if (rows.length > 0) yield rows.map(({ facts }) => facts as unknown as PackRow)
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)!.position
  }
}

/** Original files from a position on, at most `limit`. */
export function listOriginals(
  db: Db,
  { ownerId, id }: PackKey,
  { from, limit = BATCH_SIZE }: { from: number; limit?: number },
): Promise<(Original & { isDamaged: boolean })[]> {
  return db
    .selectFrom('packFiles')
    .select(['position', 'path', 'sha256', 'sizeBytes', 'isDamaged'])
    .where('ownerId', '=', ownerId)
    .where('packId', '=', id)
    .where('position', '>=', Math.max(0, from))
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** All originals in their order, in batches. */
export async function* readOriginals(db: Db, key: PackKey): ReturnType<typeof batches> {
  yield* batches(db, key)
}

async function* batches(db: Db, key: PackKey) {
  for (let from = 0; ;) {
    const files = await listOriginals(db, key, { from })
    if (files.length > 0) yield files
    if (files.length < BATCH_SIZE) return
    from = files.at(-1)!.position + 1
  }
}

export async function markDamaged(
  db: Db,
  { ownerId, id }: PackKey,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return
  await db
    .updateTable('packFiles')
    .set({ isDamaged: true })
    .where('ownerId', '=', ownerId)
    .where('packId', '=', id)
    .where('position', 'in', positions)
    .execute()
}

/** Adds a document, whose bytes are stored, before the originals. */
export async function insertDocument(
  db: Db,
  { ownerId, id: packId }: PackKey,
  {
    document: { path, received },
    position,
    at,
    day,
  }: { document: Document; position: number; at: Date; day: string },
): Promise<void> {
  const { sha256, sizeBytes, crc32 } = received
  await withBlob(db, received, at, { previewFor: null })
    .insertInto('packFiles')
    .values({ ownerId, packId, position, path, sha256, sizeBytes, crc32, modifiedOn: day })
    .execute()
}

/** Deletes a pack's lines, except expenses without a receipt: guests get it only while they're still there. */
export async function deleteRows(db: Db, { ownerId, id }: PackKey): Promise<void> {
  await db
    .deleteFrom('packRows')
    .where('ownerId', '=', ownerId)
    .where('packId', '=', id)
    .where(sql<boolean>`facts ->> 'evidenceType' = 'receipt'`)
    .execute()
}

/** The entries of a pack's zip, in order. */
export async function listContents(
  db: Db,
  { ownerId, id }: PackKey,
  { hasOriginals }: { hasOriginals: boolean },
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('packFiles')
    .select(['position', 'path', 'sha256', 'sizeBytes', 'crc32', 'modifiedOn'])
    .where('ownerId', '=', ownerId)
    .where('packId', '=', id)
    .where('isDamaged', '=', false)
    .where('position', '!=', hasOriginals ? REDUCED_MANIFEST_POSITION : MANIFEST_POSITION)
    .$if(!hasOriginals, (query) => query.where('position', '<', 0))
    .orderBy('position')
    .execute()
  return rows.map(({ position, ...file }) => ({ ...file, isOriginal: position >= 0 }))
}
