import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { readPage } from '#platform/database/page.ts'
import type { ContactMessages } from '#platform/database/row-types.ts'

export type MessageRow = Selectable<ContactMessages>

export async function insertMessage(db: Db, row: MessageRow): Promise<void> {
  await db.insertInto('contactMessages').values(row).execute()
}

/** One page of the messages, newest first, and the total. */
export function listMessages(
  db: Db,
  paging: { page: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const messages = db
    .selectFrom('contactMessages')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return readPage(messages, paging)
}

export async function deleteMessagesBefore(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('contactMessages').where('createdAt', '<', cutoff).execute()
}
