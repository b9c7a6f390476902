import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ContactMessages } from '#platform/database/row-types.ts'

export type MessageRow = Selectable<ContactMessages>

export async function insertMessage(db: Db, row: MessageRow): Promise<void> {
  await db.insertInto('contactMessages').values(row).execute()
}

/** One page of the messages, newest first, and the total. */
export async function listMessages(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('contactMessages')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('contactMessages')
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export async function deleteMessagesBefore(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('contactMessages').where('createdAt', '<', cutoff).execute()
}
