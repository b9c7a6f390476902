import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'

/** How long a repeated deletion returns what was deleted. */
const KEPT_MS = DAY_MS

/**
 * Keeps a record that was just deleted, so that repeating a deletion whose response was lost returns it, too.
 * @param key unique among the owner's records, as in `trip:` and its id.
 * @param record undefined if there was nothing to delete.
 * @returns the record; the one kept under this key if there was nothing to delete; null if there's none.
 */
export async function keepDeleted<DeletedRecord extends object>(
  db: Db,
  ownerId: string,
  { key, record, at }: { key: string; record: DeletedRecord | undefined; at: Date },
): Promise<DeletedRecord | null> {
  if (!record) {
    const kept = await db
      .selectFrom('deletedRecords')
      .select('record')
      .where('ownerId', '=', ownerId)
      .where('key', '=', key)
      .where('deletedAt', '>', new Date(at.getTime() - KEPT_MS))
      .executeTakeFirst()
    return (kept?.record as DeletedRecord | undefined) ?? null
  }
  const row = { record: JSON.stringify(record), deletedAt: at }
  await db
    .insertInto('deletedRecords')
    .values({ ownerId, key, ...row })
    .onConflict((conflict) => conflict.columns(['ownerId', 'key']).doUpdateSet(row))
    .execute()
  return record
}

export const cleanDeletedRecords = defineJob(
  'records.clean',
  z.strictObject({}),
  async (deps) => {
    await deps.db
      .deleteFrom('deletedRecords')
      .where('deletedAt', '<=', new Date(deps.now().getTime() - KEPT_MS))
      .execute()
  },
  { policy: 'short', cron: '50 3 * * *' },
)
