import type { Db } from '#platform/database/database.ts'
import type { PlanRow } from '../plans-store.ts'

/** The plans that administrators created, in display order. */
export function listCreated(db: Db): Promise<PlanRow[]> {
  return selectCreated(db).orderBy('position').execute()
}

/** A plan that an administrator created, locked until the transaction ends. */
export function lockCreated(db: Db, id: string): Promise<PlanRow | undefined> {
  return selectCreated(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setActive(db: Db, id: string, isActive: boolean): Promise<void> {
  await db.updateTable('plans').set({ isActive }).where('id', '=', id).execute()
}

function selectCreated(db: Db) {
  return db.selectFrom('plans').selectAll().where('createdBy', 'is not', null)
}
