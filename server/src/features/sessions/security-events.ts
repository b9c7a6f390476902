import type { Db } from '#platform/database/database.ts'
import { readPage } from '#platform/database/queries/page.ts'

/** One page of what happened to the security of an account, newest first, and the total. */
export function listEvents(db: Db, ownerId: string, paging: { page: number; limit: number }) {
  const events = db
    .selectFrom('securityEvents')
    .select(['id', 'at', 'kind', 'userAgent'])
    .where('ownerId', '=', ownerId)
    .orderBy('id', 'desc')
  return readPage(events, paging)
}

export async function deleteEventsBefore(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('securityEvents').where('at', '<', cutoff).execute()
}
