import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export type BlobRow = {
  sha256: Buffer
  previewState: string
  previewFailures: number
  thumbnailSha256: Buffer | null
  pageSha256: Buffer | null
}

export function findBlob(db: Db, sha256: Buffer): Promise<BlobRow | undefined> {
  return db
    .selectFrom('blobs')
    .select(['sha256', 'previewState', 'previewFailures', 'thumbnailSha256', 'pageSha256'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Bytes that have no pictures yet, the last sent first. */
export async function wantedPreviews(db: Db, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('previewState', '=', 'wanted')
    .orderBy('sentAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** Notes the pictures of a blob, and how many pages it turned out to have. */
export async function setPreviews(
  db: Db,
  sha256: Buffer,
  made: { thumbnailSha256: Buffer; pageSha256: Buffer; pages: number | null },
): Promise<void> {
  const { pages, ...pictures } = made
  await db
    .updateTable('blobs')
    .set({ ...pictures, previewState: 'made' })
    .where('sha256', '=', sha256)
    .execute()
  if (pages === null) return
  await db.updateTable('drafts').set({ pages }).where('sha256', '=', sha256).execute()
  await db.updateTable('receiptVersions').set({ pages }).where('sha256', '=', sha256).execute()
}

export async function setPreviewFailed(db: Db, sha256: Buffer): Promise<void> {
  await db
    .updateTable('blobs')
    .set((eb) => ({ previewState: 'failed', previewFailures: eb('previewFailures', '+', 1) }))
    .where('sha256', '=', sha256)
    .where('previewState', 'in', ['wanted', 'failed'])
    .execute()
}

/** Wants pictures again that could not be made, unless that failed `most` times. */
export async function wantFailedPreviews(db: Db, most: number): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ previewState: 'wanted' })
    .where('previewState', '=', 'failed')
    .where('previewFailures', '<', most)
    .execute()
}

const isReferred = sql<boolean>`(
  exists (select from drafts d where d.sha256 = blobs.sha256)
  or exists (select from receipt_versions v where v.sha256 = blobs.sha256)
  or exists (select from users u where u.picture_sha256 = blobs.sha256)
  or exists (select from blobs b where b.thumbnail_sha256 = blobs.sha256)
  or exists (select from blobs b where b.page_sha256 = blobs.sha256)
)`

/** Bytes nobody refers to and nobody has sent since `before`: candidates, to be looked at again under a lock. */
export async function orphanCandidates(
  db: Db,
  before: Date,
  after: Buffer,
  limit: number,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sentAt', '<', before)
    .where('sha256', '>', after)
    .where(sql<boolean>`not ${isReferred}`)
    .orderBy('sha256')
    .limit(limit)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Whether the blob is still an orphan; nobody can come to refer to it until the transaction ends.
 * @param db a transaction.
 */
export async function lockOrphan(db: Db, sha256: Buffer, before: Date): Promise<boolean> {
  const locked = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('sentAt', '<', before)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return false
  // Asked anew: the row lock may have been waited for, and what was true before it is not known to be true now.
  const row = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where(sql<boolean>`not ${isReferred}`)
    .executeTakeFirst()
  return row !== undefined
}

export async function dropBlob(db: Db, sha256: Buffer): Promise<void> {
  await db.deleteFrom('blobs').where('sha256', '=', sha256).execute()
}

/** Which of these have a row, as hexadecimal text. */
export async function knownAmong(db: Db, hashes: Buffer[]): Promise<Set<string>> {
  const rows = await db.selectFrom('blobs').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}

/**
 * Takes the place of bytes that no row knows, so that whoever is about to note them waits; false when somebody has.
 * @param db a transaction, at whose end the place is given back.
 */
export async function holdStray(db: Db, sha256: Buffer, sizeBytes: number, at: Date): Promise<boolean> {
  const held = await db
    .insertInto('blobs')
    .values({ sha256, sizeBytes: Math.max(1, sizeBytes), crc32: 0, createdAt: at, sentAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
    .executeTakeFirst()
  return held !== undefined
}
