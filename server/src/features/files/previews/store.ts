import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Derivatives } from '#platform/database/row-types.ts'

type PreviewRow = Pick<Selectable<Derivatives>, 'state' | 'resultSha256' | 'thumbnailSha256'>

export function findPreview(db: Db, sha256: Buffer): Promise<PreviewRow | undefined> {
  return db
    .selectFrom('derivatives')
    .select(['state', 'resultSha256', 'thumbnailSha256'])
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    .executeTakeFirst()
}

/** A blob whose preview is pending, the last requested first. */
export async function nextPendingPreview(db: Db): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('derivatives')
    .select('sha256')
    .where('kind', '=', 'preview')
    .where('state', '=', 'pending')
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sha256
}

/** Records the pictures of a blob, and of a PDF the number of its pages. */
export async function completePreview(
  db: Db,
  sha256: Buffer,
  { page, thumbnail, pages }: { page: Buffer; thumbnail: Buffer; pages: number | null },
): Promise<void> {
  await db
    .updateTable('derivatives')
    .set({ state: 'done', resultSha256: page, thumbnailSha256: thumbnail })
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    .execute()
  if (pages === null) return
  await db.updateTable('drafts').set({ pages }).where('sha256', '=', sha256).execute()
  await db.updateTable('receiptVersions').set({ pages }).where('sha256', '=', sha256).execute()
}

export async function failPreview(db: Db, sha256: Buffer): Promise<void> {
  await db
    .updateTable('derivatives')
    .set((eb) => ({ state: 'failed', failures: eb('failures', '+', 1) }))
    .where('sha256', '=', sha256)
    .where('kind', '=', 'preview')
    .where('state', '=', 'pending')
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
    .$if(sha256 !== undefined, (query) => query.where('sha256', '=', sha256!))
    .execute()
}
