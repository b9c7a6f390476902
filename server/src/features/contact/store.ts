import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { escapeLike } from '#platform/database/queries/like.ts'
import { readPage } from '#platform/database/queries/page.ts'
import type { ContactMessages } from '#platform/database/row-types.ts'

export type MessageRow = Selectable<ContactMessages>

export async function insertMessage(db: Db, row: MessageRow): Promise<void> {
  await db.insertInto('contactMessages').values(row).execute()
}

/** Makes another transaction with the same message wait until this one ends. */
export async function lockMessage(
  db: Db,
  { email, phoneNumber, feedback }: Pick<MessageRow, 'email' | 'phoneNumber' | 'feedback'>,
): Promise<void> {
  const content = JSON.stringify(['contact', email, phoneNumber, feedback])
  await sql`select pg_advisory_xact_lock(hashtextextended(${content}, 0))`.execute(db)
}

/** Whether the same message has arrived since a given time. */
export async function hasMessage(
  db: Db,
  { email, phoneNumber, feedback }: Pick<MessageRow, 'email' | 'phoneNumber' | 'feedback'>,
  since: Date,
): Promise<boolean> {
  const message = await db
    .selectFrom('contactMessages')
    .select('id')
    .where('createdAt', '>', since)
    .where((eb) => eb.and({ email, phoneNumber, feedback }))
    .executeTakeFirst()
  return message !== undefined
}

/**
 * One page of messages, newest first, and the total. Filters by ID or part of the email address, if given.
 * @param isOpen leaves out those that are marked as done.
 */
export function listMessages(
  db: Db,
  {
    emailPart = '',
    id,
    isOpen = false,
    ...paging
  }: {
    page: number
    limit: number
    emailPart?: string | undefined
    id?: string | undefined
    isOpen?: boolean
  },
): Promise<{ rows: MessageRow[]; total: number }> {
  const messages = db
    .selectFrom('contactMessages')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(emailPart !== '', (query) =>
      query.where(sql<boolean>`lower(email) like ${`%${escapeLike(emailPart.toLowerCase())}%`}`),
    )
    .$if(isOpen, (query) =>
      query.where('id', 'not in', (handled) => handled.selectFrom('handledItems').select('itemId')),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return readPage(messages, paging)
}

export async function deleteMessagesBefore(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('contactMessages').where('createdAt', '<', cutoff).execute()
}
