import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { accessPeriods } from './access-store.ts'
import type { AccessPeriod } from './rules.ts'

type DisputablePeriod = AccessPeriod & {
  /** A bank is deciding on a dispute about one of its payments. */
  isDisputed: boolean
}

/** Every period of access a user has or had, the last to end first, with their disputes and the plans on offer, as IDs by name, in one query. */
export async function listAccessPeriodsAndOffers(
  db: Db,
  ownerId: string,
): Promise<{ periods: DisputablePeriod[]; offers: Record<string, string> }> {
  const disputed = db.selectFrom('payments').where('ownerId', '=', ownerId).where('disputeState', '=', 'open')
  const periods = await accessPeriods(db, ownerId)
    .select(
      sql<boolean>`(
        subscriptions.provider_subscription_id in (${disputed.select('providerSubscriptionId')})
        or subscriptions.payment_id in (${disputed.select('id')})
      ) is true`.as('isDisputed'),
    )
    .select((eb) =>
      eb
        .selectFrom('plans as offer')
        .select((eb) =>
          eb.fn<Record<string, string>>('json_object_agg', ['offer.name', 'offer.id']).as('offers'),
        )
        .where('offer.isActive', '=', true)
        .as('offers'),
    )
    .execute()
  return { periods, offers: periods[0]?.offers ?? {} }
}
