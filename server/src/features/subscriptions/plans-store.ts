import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Plans } from '#platform/database/row-types.ts'

export type PlanRow = Selectable<Plans>

/** Plans on offer, in display order. */
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

/** The plan that has, or once had, this price at the provider. */
export function findPlanByPrice(db: Db, providerPriceId: string): Promise<PlanRow | undefined> {
  return db
    .selectFrom('plans')
    .innerJoin('planPrices', 'planPrices.planId', 'plans.id')
    .selectAll('plans')
    .where('planPrices.id', '=', providerPriceId)
    .executeTakeFirst()
}

export async function trialPlan(db: Db): Promise<PlanRow> {
  return db.selectFrom('plans').selectAll().where('isTrial', '=', true).executeTakeFirstOrThrow()
}

/** Adds a plan after the others; undefined if its name is taken. */
export function insertPlan(db: Db, plan: Omit<Insertable<Plans>, 'position'>): Promise<PlanRow | undefined> {
  return db
    .insertInto('plans')
    .values((eb) => ({
      ...plan,
      position: eb
        .selectFrom('plans')
        .select(eb.fn.coalesce(eb(eb.fn.max('position'), '+', 1), eb.lit(1)).as('position')),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Gives an administrator's plan of this name new details, unless it's on offer or was ever bought: its price may have been
 * mistyped. Stripe gets the new price when plans are published.
 */
export function replaceUnsoldPlan(
  db: Db,
  plan: Omit<Insertable<Plans>, 'id' | 'position'>,
): Promise<PlanRow | undefined> {
  return db
    .updateTable('plans')
    .set({ ...plan, providerPriceId: null })
    .where(sql`lower(name)`, '=', plan.name.toLowerCase())
    .where('createdBy', 'is not', null)
    .where('isActive', '=', false)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('subscriptions').whereRef('planId', '=', 'plans.id'))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payments').whereRef('planId', '=', 'plans.id'))))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('planPrices')
            .innerJoin('providerSubscriptions', 'providerSubscriptions.priceId', 'planPrices.id')
            .whereRef('planPrices.planId', '=', 'plans.id'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The plan with exactly these details, created by the same administrator. */
export function findSamePlan(
  db: Db,
  {
    features,
    ...plan
  }: Pick<
    PlanRow,
    'name' | 'description' | 'features' | 'priceCents' | 'periodMonths' | 'isActive' | 'createdBy'
  >,
): Promise<PlanRow | undefined> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where((eb) => eb.and(plan))
    .where((eb) => eb('features', '=', eb.val(features)))
    .executeTakeFirst()
}

/** Sells a plan at a price from now on. Subscribers stay at the one they have. */
export async function setProviderPrice(db: Db, planId: string, providerPriceId: string): Promise<void> {
  await addPlanPrices(db, planId, [providerPriceId])
  await db.updateTable('plans').set({ providerPriceId }).where('id', '=', planId).execute()
}

/** Notes prices that a plan has had. */
export async function addPlanPrices(db: Db, planId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('planPrices')
    .values(ids.map((id) => ({ id, planId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function addresseeOf(db: Db, ownerId: string): Promise<{ email: string; firstName: string }> {
  return db
    .selectFrom('users')
    .select(['email', 'firstName'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

/** The names of all plans that cost something, on offer or not. */
export async function listPlanNames(db: Db): Promise<string[]> {
  const plans = await db
    .selectFrom('plans')
    .select('name')
    .where('isTrial', '=', false)
    .orderBy('position')
    .execute()
  return plans.map(({ name }) => name)
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
