import type { Db } from '#platform/database/database.ts'

/**
 * Ends every session of everyone and uses up every mailed link, as part of the transaction `db`: what was ended or used
 * after a backup was made must not come back with it.
 */
export async function endAllSessions(db: Db, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await db.updateTable('roomSessions').set({ endedAt: now }).where('endedAt', 'is', null).execute()
  await db.updateTable('oneTimeTokens').set({ usedAt: now }).where('usedAt', 'is', null).execute()
}
