import { incomeYearOf, type Parsed, type recordEndpoints } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { refuseFuture } from './days.ts'
import { refuseTooMany } from './limits.ts'
import { snapshotRecords } from './since-lodging/snapshot-records.ts'

export function saveLaundry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  id: string,
  entry: Parsed<typeof recordEndpoints.saveLaundry>['body'],
): Promise<{ _id: string }> {
  refuseFuture(now(), { day: entry.day })
  return inTransaction(db, async (db) => {
    await refuseTooMany(db, ownerId, { table: 'laundry_loads', id, day: entry.day })
    await snapshotForLaundry(db, ownerId, { id, at: now(), day: entry.day })
    await db
      .insertInto('laundryLoads')
      .values({ ownerId, id, ...entry, createdAt: now() })
      .onConflict((conflict) => conflict.columns(['ownerId', 'id']).doUpdateSet(entry))
      .execute()
    return { _id: id }
  })
}

export function removeLaundry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  id: string,
): Promise<{ _id: string }> {
  return inTransaction(db, async (db) => {
    await snapshotForLaundry(db, ownerId, { id, at: now() })
    await db.deleteFrom('laundryLoads').where('ownerId', '=', ownerId).where('id', '=', id).execute()
    return { _id: id }
  })
}

/** @param day the entry's new one. */
async function snapshotForLaundry(
  db: Db,
  ownerId: string,
  { id, at, day }: { id: string; at: Date; day?: string },
): Promise<void> {
  const saved = await db
    .selectFrom('laundryLoads')
    .select('day')
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  const days = [saved?.day, day].filter((one) => one !== undefined)
  await snapshotRecords(db, ownerId, { at, incomeYears: days.map(incomeYearOf) })
}
