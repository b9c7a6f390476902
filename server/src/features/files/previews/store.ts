import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Derivatives } from '#platform/database/row-types.ts'
import { nextWaiting } from '#platform/jobs/next-waiting.ts'

type PreviewRow = Pick<Selectable<Derivatives>, 'state' | 'resultSha256' | 'thumbnailSha256'>

export function findPreview(db: Db, sha256: Buffer): Promise<PreviewRow | undefined> {
  return db
    .selectFrom('derivatives')
    .select(['state', 'resultSha256', 'thumbnailSha256'])
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    .executeTakeFirst()
}

/** After this many timeouts, no one can ask for a preview again. */
const MAX_TIMEOUTS = 2

/**
 * A blob whose preview is pending: the current owner’s most recently requested one.
 * @param turn.after the owner whose turn was last.
 * @param turn.overBudget owners whose files are rendered last.
 * @param turn.refused owners whose files aren't rendered.
 */
export function nextPendingPreview(
  db: Db,
  turn: { after: string; overBudget: readonly string[]; refused: readonly string[] },
): Promise<{ ownerId: string; sha256: Buffer } | undefined> {
  const pending = {
    table: 'derivatives',
    owner: 'requested_by',
    isWaiting: sql<boolean>`kind = 'preview' and state = 'pending'`,
    ranks: [sql<boolean>`true`],
    order: sql`requested_at desc`,
  } as const
  return nextWaiting(db, pending, turn)
}

/**
 * Records the pictures of a blob, and of a PDF the number of its pages.
 * @param db a transaction. The row of the blob is locked first: an upload of the same bytes reads the number from it, or its
 * draft is there when drafts are updated.
 */
export async function completePreview(
  db: Db,
  sha256: Buffer,
  { page, thumbnail, pages }: { page: Buffer; thumbnail: Buffer; pages: number | null },
): Promise<void> {
  await db
    .updateTable('derivatives')
    .set({ state: 'done', resultSha256: page, thumbnailSha256: thumbnail, requestedBy: NIL_UUID })
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    // A request and the schedule may render the same blob; the second has nothing left to record.
    .where('state', '=', 'pending')
    .execute()
  if (pages === null) return
  await db.updateTable('blobs').set({ pages }).where('sha256', '=', sha256).execute()
  await db.updateTable('drafts').set({ pages }).where('sha256', '=', sha256).execute()
  await db.updateTable('receiptVersions').set({ pages }).where('sha256', '=', sha256).execute()
}

export async function failPreview(
  db: Db,
  sha256: Buffer,
  { tookTooLong }: { tookTooLong: boolean },
): Promise<void> {
  await db
    .updateTable('derivatives')
    .set((eb) => ({
      state: 'failed',
      failures: eb('failures', '+', 1),
      timeouts: eb('timeouts', '+', tookTooLong ? 1 : 0),
    }))
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    .where('state', '=', 'pending')
    .execute()
}

/** Records that a PDF needs a password, which its renderer found out. */
export async function lockPreview(db: Db, sha256: Buffer): Promise<void> {
  await inTransaction(db, async (db) => {
    await db.updateTable('drafts').set({ preview: 'locked' }).where('sha256', '=', sha256).execute()
    await db.updateTable('receiptVersions').set({ preview: 'locked' }).where('sha256', '=', sha256).execute()
    await failPreview(db, sha256, { tookTooLong: false })
  })
}

/** A PDF that turned out to need a password isn't rendered again when it's uploaded again. */
export function previewOfUpload({ sha256, preview }: { sha256: Buffer; preview: string }) {
  return sql<string>`case when exists (select from drafts where sha256 = ${sha256} and preview = 'locked')
    or exists (select from receipt_versions where sha256 = ${sha256} and preview = 'locked')
    then 'locked' else ${preview} end`
}

/** Forgets which previews a user asked for, before their account is deleted. */
export async function forgetRequests(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('derivatives')
    .set({ requestedBy: NIL_UUID })
    .where('requestedBy', '=', ownerId)
    .where('requestedBy', '<>', NIL_UUID)
    .execute()
}

/** Forgets the pictures of a blob, which are lost, so that they're rendered again. */
export async function discardPreview(db: Db, sha256: Buffer): Promise<void> {
  await db
    .updateTable('derivatives')
    .set({ state: 'pending', resultSha256: null, thumbnailSha256: null })
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    .where('state', '=', 'done')
    .execute()
}

/** Makes failed previews pending again that failed fewer than `maxFailures` times: of one blob, or of all. */
export async function retryPreviews(
  db: Db,
  { sha256, maxFailures }: { sha256?: Buffer; maxFailures: number },
): Promise<void> {
  await db
    .updateTable('derivatives')
    .set({ state: 'pending' })
    .where('kind', '=', 'preview')
    .where('state', '=', 'failed')
    .where('failures', '<', maxFailures)
    .where('timeouts', '<', MAX_TIMEOUTS)
    .$if(sha256 !== undefined, (query) => query.where('sha256', '=', sha256!))
    .execute()
}
