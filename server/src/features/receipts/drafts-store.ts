import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Received } from '#platform/storage/file-store.ts'
import { keptStatement } from '#platform/database/prepared-query.ts'
import type { Drafts } from '#platform/database/row-types.ts'

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

type DraftValues = Omit<NewDraft, 'sizeBytes'> & Received & { ownerId: string; previewState: string }

const keepBlobAndDraft = keptStatement<DraftValues, { id: string }>(`
  with kept as (
    insert into blobs (sha256, size_bytes, crc32, created_at, sent_at, preview_state)
    values (:sha256, :sizeBytes, :crc32, :createdAt, :createdAt, :previewState)
    on conflict (sha256) do update set sent_at = excluded.sent_at,
      preview_state = case when blobs.preview_state = 'none' then excluded.preview_state else blobs.preview_state end
  )
  insert into drafts (id, owner_id, idempotency_key, sha256, title, type, size_bytes, width, height, pages, preview,
    taken_on, created_at, expires_at)
  values (:id, :ownerId, :idempotencyKey, :sha256, :title, :type, :sizeBytes, :width, :height, :pages, :preview,
    :takenOn, :createdAt, :expiresAt)
  on conflict (owner_id, idempotency_key) where idempotency_key is not null do nothing
  returning id`)

/**
 * Notes that bytes are in the store and that they are a draft of the owner, in one statement; the draft that came
 * first under the same idempotency key wins.
 */
export async function keepDraft(
  db: Db,
  ownerId: string,
  received: Received,
  draft: NewDraft,
): Promise<DraftRow> {
  const previewState = draft.preview === 'image' ? 'wanted' : 'none'
  const [kept] = await keepBlobAndDraft(db, { ...draft, ...received, ownerId, previewState })
  if (kept) return { ...draft, ownerId, claimedAt: null }
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('idempotencyKey', '=', draft.idempotencyKey)
    .executeTakeFirstOrThrow()
}

export async function dropDraft(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('drafts').where('ownerId', '=', ownerId).where('id', '=', id).execute()
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

/** Takes a waiting draft, so that nobody else can. */
export function claimDraft(db: Db, ownerId: string, id: string, now: Date): Promise<DraftRow | undefined> {
  return db
    .updateTable('drafts')
    .set({ claimedAt: now })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('claimedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Whether one of `ids` was taken before. */
export async function areTaken(db: Db, ownerId: string, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return false
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

/** How many files somebody has added since then, and when the first of them was. */
export function addedSince(
  db: Db,
  ownerId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  return db
    .selectFrom('drafts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdAt').as('first')])
    .where('ownerId', '=', ownerId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
}
