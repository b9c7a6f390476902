import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Received } from '#platform/storage/file-store.ts'

const NEVER_STARTED = new Date(0)

/**
 * Starts a query that records stored bytes as a blob, and requests a preview if they can have one. Until it commits,
 * garbage collection can't delete the blob.
 * @param options.previewFor the owner in whose turn the preview is rendered; null when there is none.
 * @param options.upload whose upload it is, and whether a scanner found it clean; undefined for files we made.
 */
export function withBlob(
  db: Db,
  { sha256, sizeBytes, crc32 }: Received,
  at: Date,
  {
    previewFor,
    upload,
  }: { previewFor: string | null; upload?: { ownerId: string; isScanned: boolean } | undefined },
) {
  const scan = sql`select ${upload?.ownerId ?? null}::uuid, ${sha256}::bytea
    where ${upload?.isScanned === false}::boolean`
  const preview = sql`select ${sha256}::bytea, 'preview', 'pending', ${at}::timestamptz, ${previewFor}::uuid
    where ${previewFor}::uuid is not null`
  return db
    .with('blob', (query) =>
      query
        .insertInto('blobs')
        .values({ sha256, sizeBytes, crc32, createdAt: at, sentAt: at })
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sentAt: at }))
        .returning(['sha256', 'pages']),
    )
    .with('requestedPreview', (query) =>
      query
        .insertInto('derivatives')
        .columns(['sha256', 'kind', 'state', 'requestedAt', 'requestedBy'])
        .expression(() => preview as never)
        .onConflict((conflict) => conflict.doNothing())
        .returning('sha256'),
    )
    .with('requestedScan', (query) =>
      query
        .insertInto('scans')
        .columns(['ownerId', 'sha256'])
        .expression(() => scan as never)
        .onConflict((conflict) => conflict.doNothing())
        .returning('sha256'),
    )
    .with('doneScan', (query) =>
      query
        .deleteFrom('scans')
        .where('sha256', '=', sha256)
        .where(sql<boolean>`${upload?.isScanned === true}::boolean`)
        .returning('sha256'),
    )
}

export type Window = { unreferenced: Buffer[]; last: Buffer | undefined }

/**
 * Looks at the next blobs in the order of their hashes that no one has sent since `sentBefore`, at most `limit`: a query that
 * looked for so many unreferenced ones would go through all of a large table, and be cancelled.
 * @returns those that seem unreferenced, and the last one it looked at; undefined if there are no more. The list of references
 * only narrows the search: the foreign keys decide.
 */
export async function findUnreferenced(
  db: Db,
  { sentBefore, after, limit }: { sentBefore: Date; after: Buffer; limit: number },
): Promise<Window> {
  const { rows } = await sql<{ sha256: Buffer; isReferenced: boolean }>`
    select sha256, exists (select from drafts d where d.sha256 = b.sha256)
      or exists (select from draft_originals o where o.sha256 = b.sha256)
      or exists (select from receipt_versions v where v.sha256 = b.sha256)
      or exists (select from pack_files f where f.sha256 = b.sha256)
      or exists (select from users u where u.picture_sha256 = b.sha256)
      or exists (select from derivatives d where d.result_sha256 = b.sha256)
      or exists (select from derivatives d where d.thumbnail_sha256 = b.sha256) as is_referenced
    from (
      select sha256 from blobs where sent_at < ${sentBefore} and sha256 > ${after} order by sha256 limit ${limit}
    ) b order by sha256`.execute(db)
  return {
    unreferenced: rows.flatMap(({ sha256, isReferenced }) => (isReferenced ? [] : sha256)),
    last: rows.at(-1)?.sha256,
  }
}

/**
 * Deletes the row of a blob and records that its bytes are to be removed, even if the process stops.
 * @returns whether the row was deleted; not when anything refers to it or someone has sent the bytes since.
 */
export async function deleteUnreferenced(db: Db, sha256: Buffer, sentBefore: Date): Promise<boolean> {
  try {
    return await inTransaction(db, async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('blobs')
        .where('sha256', '=', sha256)
        .where('sentAt', '<', sentBefore)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await db
        .insertInto('removals')
        .values({ sha256, startedAt: NEVER_STARTED })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return true
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

export function findBlob(db: Db, sha256: Buffer): Promise<Received | undefined> {
  return db
    .selectFrom('blobs')
    .select(['sha256', 'sizeBytes', 'crc32'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Which of these hashes have a row, as hexadecimal text. */
export async function existingAmong(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sql<Buffer>`any(${hashes})`)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}

/**
 * Inserts a placeholder for bytes without a row, so that an upload of the same bytes waits for this transaction.
 * @param db a transaction.
 * @returns false when there is a row.
 */
export async function reserve(db: Db, sha256: Buffer, at: Date): Promise<boolean> {
  const reserved = await db
    .insertInto('blobs')
    .values({ sha256, sizeBytes: 1, crc32: 0, createdAt: at, sentAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
    .executeTakeFirst()
  return reserved !== undefined
}

export async function release(db: Db, sha256: Buffer): Promise<void> {
  await db.deleteFrom('blobs').where('sha256', '=', sha256).execute()
}

/** @returns false while an earlier removal that failed may still happen. */
export async function startRemoval(
  db: Db,
  sha256: Buffer,
  { startedAt, expiredBefore }: { startedAt: Date; expiredBefore: Date },
): Promise<boolean> {
  const started = await db
    .insertInto('removals')
    .values({ sha256, startedAt })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ startedAt }).where('removals.startedAt', '<=', expiredBefore),
    )
    .returning('sha256')
    .executeTakeFirst()
  return started !== undefined
}

export async function endRemoval(db: Db, sha256: Buffer): Promise<void> {
  await db.deleteFrom('removals').where('sha256', '=', sha256).execute()
}

/** Whether a removal that began after `startedAfter` hasn't ended. */
export async function isBeingRemoved(db: Db, sha256: Buffer, startedAfter: Date): Promise<boolean> {
  const removal = await db
    .selectFrom('removals')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('startedAt', '>', startedAfter)
    .executeTakeFirst()
  return removal !== undefined
}

/** The SHA-256 of bytes whose removal never started, or started before `startedBefore` and didn't finish. */
export async function listUnfinishedRemovals(db: Db, startedBefore: Date): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('removals')
    .select('sha256')
    .where('startedAt', '<', startedBefore)
    .orderBy('sha256')
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** Cancels removals of bytes that someone has sent again. */
export async function cancelRemovals(db: Db, startedBefore: Date): Promise<void> {
  await db
    .deleteFrom('removals')
    .where('startedAt', '<', startedBefore)
    .where(sql<boolean>`exists (select from blobs b where b.sha256 = removals.sha256)`)
    .execute()
}
