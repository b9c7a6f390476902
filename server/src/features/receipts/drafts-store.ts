import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database'
import type { Received } from '#platform/files/file-store'
import type { Drafts } from '#platform/row-types'

export type DraftRow = Selectable<Drafts>
export type NewDraft = Omit<DraftRow, 'ownerId' | 'claimedAt'>

/**
 * Notes that bytes are in the store. Until the transaction ends nobody can remove them: the clean-up takes the
 * same row lock before it looks whether anything refers to them.
 */
export async function keepBlob(
  db: Db,
  { sha256, sizeBytes, crc32 }: Received,
  at: Date,
  previewState: 'none' | 'wanted',
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({ sha256, sizeBytes, crc32, createdAt: at, sentAt: at, previewState })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet((row) => ({
        sentAt: at,
        previewState: sql<string>`case when ${row.ref('blobs.previewState')} = 'none' then ${previewState} else ${row.ref('blobs.previewState')} end`,
      })),
    )
    .execute()
}

/** Keeps a draft; the one that came first under the same idempotency key wins. */
export async function insertDraft(db: Db, ownerId: string, draft: NewDraft): Promise<DraftRow> {
  const inserted = await db
    .insertInto('drafts')
    .values({ ...draft, ownerId })
    .onConflict((conflict) => conflict.columns(['ownerId', 'idempotencyKey']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return (
    inserted ??
    db
      .selectFrom('drafts')
      .selectAll()
      .where('ownerId', '=', ownerId)
      .where('idempotencyKey', '=', draft.idempotencyKey)
      .executeTakeFirstOrThrow()
  )
}

/** A draft that waits: not expired and not in a receipt yet. */
export function findWaitingDraft(
  db: Db,
  ownerId: string,
  id: string,
  now: Date,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('claimedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Takes the waiting drafts among `ids`, so that nobody else can; the missing ones are simply not among the answer. */
export function claimDrafts(db: Db, ownerId: string, ids: string[], now: Date): Promise<DraftRow[]> {
  return db
    .updateTable('drafts')
    .set({ claimedAt: now })
    .where('ownerId', '=', ownerId)
    .where('id', 'in', ids)
    .where('claimedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .execute()
}

/** Whether one of `ids` exists but was taken before. */
export async function areTaken(db: Db, ownerId: string, ids: string[]): Promise<boolean> {
  const taken = await db
    .selectFrom('drafts')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('id', 'in', ids)
    .where('claimedAt', 'is not', null)
    .executeTakeFirst()
  return taken !== undefined
}

/** Drops drafts past their time; a claimed one is no longer needed then either. */
export async function dropExpiredDrafts(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('drafts').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}
