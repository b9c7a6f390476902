import type { Db } from '#platform/database/database.ts'

/** Which of these items somebody has dealt with. */
export async function handledAmong(db: Db, itemIds: string[]): Promise<Set<string>> {
  if (itemIds.length === 0) return new Set()
  const rows = await db.selectFrom('handledItems').select('itemId').where('itemId', 'in', itemIds).execute()
  return new Set(rows.map(({ itemId }) => itemId))
}

export async function exists(db: Db, itemId: string): Promise<boolean> {
  const found = await db
    .selectFrom('contactMessages')
    .select('id')
    .where('id', '=', itemId)
    .unionAll(db.selectFrom('lodgements').select('id').where('id', '=', itemId))
    .executeTakeFirst()
  return found !== undefined
}

/** Whether it was not marked before. */
export async function markHandled(
  db: Db,
  mark: { itemId: string; handledBy: string; handledAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('handledItems')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether it was marked before. */
export async function unmarkHandled(db: Db, itemId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('handledItems')
    .where('itemId', '=', itemId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** What was marked as done before the day given. */
export async function handledBefore(db: Db, day: Date): Promise<string[]> {
  const rows = await db.selectFrom('handledItems').select('itemId').where('handledAt', '<', day).execute()
  return rows.map(({ itemId }) => itemId)
}

/** Takes away the marks on what is not there any more. */
export async function forgetHandled(db: Db): Promise<void> {
  const there = db
    .selectFrom('contactMessages')
    .select('id')
    .unionAll(db.selectFrom('lodgements').select('id'))
  await db.deleteFrom('handledItems').where('itemId', 'not in', there).execute()
}
