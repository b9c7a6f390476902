import type { Selectable } from 'kysely'
import { type AdjustedCopy, withBlob } from '#features/files'
import { insertReading } from '#features/reading'
import type { Db } from '#platform/database/database.ts'
import type { DraftOriginals } from '#platform/database/row-types.ts'
import { insertFingerprint } from '../duplicates/fingerprints.ts'
import type { DraftRow } from '../upload/drafts-store.ts'

type OriginalRow = Selectable<DraftOriginals>

/** Locks a draft that can still be changed. */
export function lockDraft(db: Db, ownerId: string, id: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('claimedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function findOriginal(db: Db, ownerId: string, draftId: string): Promise<OriginalRow | undefined> {
  return db
    .selectFrom('draftOriginals')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('draftId', '=', draftId)
    .executeTakeFirst()
}

/** The SHA-256 of the originals of drafts, by the ids of those that were adjusted. */
export async function findOriginalHashes(
  db: Db,
  ownerId: string,
  draftIds: readonly string[],
): Promise<Map<string, Buffer>> {
  if (draftIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('draftOriginals')
    .select(['draftId', 'sha256'])
    .where('ownerId', '=', ownerId)
    .where('draftId', 'in', draftIds)
    .execute()
  return new Map(rows.map(({ draftId, sha256 }) => [draftId, sha256]))
}

/** Saves a draft's current picture as its original, unless it has one. */
export async function keepOriginal(
  db: Db,
  { ownerId, id, sha256, title, type, sizeBytes, width, height }: DraftRow,
): Promise<void> {
  await db
    .insertInto('draftOriginals')
    .values({ ownerId, draftId: id, sha256, title, type, sizeBytes, width, height })
    .onConflict((conflict) => conflict.columns(['ownerId', 'draftId']).doNothing())
    .execute()
}

export async function deleteOriginal(db: Db, ownerId: string, draftId: string): Promise<void> {
  await db
    .deleteFrom('draftOriginals')
    .where('ownerId', '=', ownerId)
    .where('draftId', '=', draftId)
    .execute()
}

export function updatePicture(
  db: Db,
  ownerId: string,
  id: string,
  picture: Pick<DraftRow, 'sha256' | 'title' | 'type' | 'sizeBytes' | 'width' | 'height' | 'adjustedAt'>,
): Promise<DraftRow> {
  return db
    .updateTable('drafts')
    .set(picture)
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records an adjusted copy, and requests its preview, its reading and its comparison with other photos. */
export async function recordCopy(
  db: Db,
  ownerId: string,
  { received, type }: Pick<AdjustedCopy, 'received' | 'type'>,
  at: Date,
): Promise<void> {
  const { sha256 } = received
  await withBlob(db, received, at, { previewFor: ownerId })
    .with('requestedReading', (query) =>
      insertReading(query, ownerId, { sha256, type }, { at, isWanted: true }),
    )
    .with('requestedFingerprint', (query) =>
      insertFingerprint(query, { ownerId, sha256 }, { at, kind: 'photo' }),
    )
    .selectFrom('blob')
    .select('sha256')
    .execute()
}
