import type { Db } from '#platform/database/database.ts'
import { draftExpiry, type DraftRow } from '../upload/drafts-store.ts'

/** Takes the draft of a picture off the list; it expires as a filed one does. @returns undefined when it was filed, discarded or split. */
export function claimPicture(db: Db, ownerId: string, id: string, at: Date): Promise<DraftRow | undefined> {
  return db
    .updateTable('drafts')
    .set({ claimedAt: at, expiresAt: draftExpiry(at) })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('claimedAt', 'is', null)
    .where('expiresAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The drafts that a picture was split into, locked until the transaction ends. */
export function lockParts(db: Db, ownerId: string, id: string): Promise<DraftRow[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('splitFrom', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function deleteParts(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('drafts').where('ownerId', '=', ownerId).where('splitFrom', '=', id).execute()
}
