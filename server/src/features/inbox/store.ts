import type { Db } from '#platform/database/database.ts'

/** Which of these items are marked as done. */
export async function findHandled(db: Db, itemIds: string[]): Promise<Set<string>> {
  if (itemIds.length === 0) return new Set()
  const rows = await db.selectFrom('handledItems').select('itemId').where('itemId', 'in', itemIds).execute()
  return new Set(rows.map(({ itemId }) => itemId))
}

export async function itemExists(db: Db, itemId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contactMessages')
    .select('id')
    .where('id', '=', itemId)
    .unionAll(db.selectFrom('lodgements').select('id').where('id', '=', itemId))
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when it was marked already. */
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

/** @returns false when it wasn't marked. */
export async function unmarkHandled(db: Db, itemId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('handledItems')
    .where('itemId', '=', itemId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** @returns the ids of items marked as done before `cutoff`, whose marks are locked until the transaction ends. */
export async function lockHandledBefore(db: Db, cutoff: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('handledItems')
    .select('itemId')
    .where('handledAt', '<', cutoff)
    .forUpdate()
    .execute()
  return rows.map(({ itemId }) => itemId)
}

export async function deleteOrphanedMarks(db: Db): Promise<void> {
  const existing = db
    .selectFrom('contactMessages')
    .select('id')
    .unionAll(db.selectFrom('lodgements').select('id'))
  await db.deleteFrom('handledItems').where('itemId', 'not in', existing).execute()
}
