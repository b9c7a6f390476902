import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { keptStatement } from '#platform/database/prepared-query.ts'
import type { Plans, Subscriptions } from '#platform/database/row-types.ts'
import type { Stretch } from './rules.ts'

export type PlanRow = Selectable<Plans>

/** Plans on offer, in the order they are shown. */
export function listActivePlans(db: Db): Promise<PlanRow[]> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where('isActive', '=', true)
    .orderBy('position')
    .orderBy('createdAt')
    .execute()
}

export function findPlan(db: Db, id: string): Promise<PlanRow | undefined> {
  return db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
}

const planByPrice = keptStatement<{ price: string }, { id: string; name: string }>(
  'select id, name from plans where provider_price_id = :price',
)

export async function findPlanByPrice(
  db: Db,
  providerPriceId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [plan] = await planByPrice(db, { price: providerPriceId })
  return plan
}

export async function trialPlan(db: Db): Promise<PlanRow> {
  return db.selectFrom('plans').selectAll().where('isTrial', '=', true).executeTakeFirstOrThrow()
}

/** Adds a plan behind the others; nothing when its name is taken. */
export function insertPlan(db: Db, plan: Omit<Insertable<Plans>, 'position'>): Promise<PlanRow | undefined> {
  return db
    .insertInto('plans')
    .values((eb) => ({
      ...plan,
      position: eb
        .selectFrom('plans')
        .select(eb.fn.coalesce(eb(eb.fn.max('position'), '+', 1), eb.lit(1)).as('next')),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function setProviderPrice(
  db: Db,
  planId: string,
  providerPriceId: string,
  paymentLinkUrl: string,
): Promise<void> {
  await db.updateTable('plans').set({ providerPriceId, paymentLinkUrl }).where('id', '=', planId).execute()
}

const stretch = `s.id, s.kind, s.plan_id as "planId", p.name as "planName", s.period_start as "periodStart",
    s.period_end as "periodEnd", s.cancels_at_period_end as "cancelsAtPeriodEnd", s.ended_at as "endedAt",
    s.provider_customer_id as "providerCustomerId"`
const ofOwner = `from subscriptions s join plans p on p.id = s.plan_id
  where s.owner_id = :ownerId
  order by s.period_end desc limit 500`
const stretchesOf = keptStatement<{ ownerId: string }, Stretch>(`select ${stretch} ${ofOwner}`)

/** Every stretch of access a person has or had, the latest to end first. */
export function listStretches(db: Db, ownerId: string): Promise<Stretch[]> {
  return stretchesOf(db, { ownerId })
}

type WithOffers = Stretch & { offers: Record<string, string> }

const stretchesWithOffers = keptStatement<{ ownerId: string }, WithOffers>(
  `select ${stretch}, (select json_object_agg(name, id) from plans where is_active) as offers ${ofOwner}`,
)

/** The same, and the plans on offer to whoever has any: ids by name. */
export async function listStretchesAndOffers(
  db: Db,
  ownerId: string,
): Promise<{ stretches: Stretch[]; offers: Record<string, string> }> {
  const stretches = await stretchesWithOffers(db, { ownerId })
  return { stretches, offers: stretches[0]?.offers ?? {} }
}

/** Adds a stretch of access; false when there is one already (the trial, or the same month). */
export async function insertStretch(db: Db, stretch: Insertable<Subscriptions>): Promise<boolean> {
  const added = await db
    .insertInto('subscriptions')
    .values(stretch)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export function addresseeOf(db: Db, ownerId: string): Promise<{ email: string; firstName: string }> {
  return db
    .selectFrom('users')
    .select(['email', 'firstName'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

/** Plans that cost something and are on offer. */
export function listPlansForSale(db: Db): Promise<PlanRow[]> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where('isActive', '=', true)
    .where('isTrial', '=', false)
    .orderBy('position')
    .execute()
}

type EndingTrial = { email: string; firstName: string; periodEnd: Date; isToBeTold: boolean }

/** Marks trials that end within a span as reminded, and says whose they are. Suspended and closed accounts, and people who already pay, need not be told. */
export function takeEndingTrials(
  db: Db,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<EndingTrial[]> {
  return db
    .with('ending', (cte) =>
      cte
        .selectFrom('subscriptions')
        .select('id')
        .where('kind', '=', 'trial')
        .where('remindedAt', 'is', null)
        .where('endedAt', 'is', null)
        .where('periodEnd', '>', after)
        .where('periodEnd', '<=', until)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .with('marked', (cte) =>
      cte
        .updateTable('subscriptions')
        .set({ remindedAt: after })
        .where('id', 'in', (eb) => eb.selectFrom('ending').select('id'))
        .returning(['ownerId', 'periodEnd']),
    )
    .selectFrom('marked')
    .innerJoin('users', 'users.id', 'marked.ownerId')
    .select((eb) => [
      'users.email',
      'users.firstName',
      'marked.periodEnd',
      eb
        .and([
          eb('users.suspendedAt', 'is', null),
          eb('users.closedAt', 'is', null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('subscriptions as other')
                .select('other.id')
                .whereRef('other.ownerId', '=', 'marked.ownerId')
                .where('other.kind', '!=', 'trial')
                .where('other.endedAt', 'is', null)
                .where('other.periodEnd', '>', after),
            ),
          ),
        ])
        .$castTo<boolean>()
        .as('isToBeTold'),
    ])
    .execute()
}
