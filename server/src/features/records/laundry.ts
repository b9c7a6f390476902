import type { Parsed, recordEndpoints } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { refuseFuture } from './days.ts'
import { refuseTooMany } from './limits.ts'

export function saveLaundry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  id: string,
  entry: Parsed<typeof recordEndpoints.saveLaundry>['body'],
): Promise<{ _id: string }> {
  refuseFuture(now(), { day: entry.day })
  return inTransaction(db, async (db) => {
    await refuseTooMany(db, ownerId, { table: 'laundry_loads', id, day: entry.day })
    await db
      .insertInto('laundryLoads')
      .values({ ownerId, id, ...entry, createdAt: now() })
      .onConflict((conflict) => conflict.columns(['ownerId', 'id']).doUpdateSet(entry))
      .execute()
    return { _id: id }
  })
}

export async function removeLaundry(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  id: string,
): Promise<{ _id: string }> {
  await db.deleteFrom('laundryLoads').where('ownerId', '=', ownerId).where('id', '=', id).execute()
  return { _id: id }
}
