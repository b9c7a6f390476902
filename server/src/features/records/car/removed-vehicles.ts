import type { Output, recordEndpoints } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { Db } from '#platform/database/database.ts'

type Years = Output<typeof recordEndpoints.removeVehicle>['years']

/** Stores what was entered for the years of a deleted vehicle, and deletes what was stored more than a day ago. */
export async function recordRemoved(
  db: Db,
  ownerId: string,
  { vehicleId, years, at }: { vehicleId: string; years: Years; at: Date },
): Promise<void> {
  await db
    .deleteFrom('removedVehicles')
    .where('ownerId', '=', ownerId)
    .where('removedAt', '<', new Date(at.getTime() - DAY_MS))
    .execute()
  const removed = { years: JSON.stringify(years), removedAt: at }
  await db
    .insertInto('removedVehicles')
    .values({ ownerId, vehicleId, ...removed })
    .onConflict((conflict) => conflict.columns(['ownerId', 'vehicleId']).doUpdateSet(removed))
    .execute()
}

/** What was entered for the years of a deleted vehicle; empty if that's no longer stored. */
export async function yearsOfRemoved(db: Db, ownerId: string, vehicleId: string): Promise<Years> {
  const removed = await db
    .selectFrom('removedVehicles')
    .select('years')
    .where('ownerId', '=', ownerId)
    .where('vehicleId', '=', vehicleId)
    .executeTakeFirst()
  return (removed?.years ?? []) as Years
}
