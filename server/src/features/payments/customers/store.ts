import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ProviderCustomers } from '#platform/database/row-types.ts'

/** A user's customer at Stripe, and the credit it had when Stripe last said so. */
export type CustomerRow = Selectable<ProviderCustomers>

export function findCustomer(db: Db, ownerId: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('providerCustomers').selectAll().where('ownerId', '=', ownerId).executeTakeFirst()
}

export function findCustomerById(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('providerCustomers').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockCustomer(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('providerCustomers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whose customer this is; null if we don't know it. */
export async function findOwner(db: Db, id: string | null): Promise<string | null> {
  return id === null ? null : ((await findCustomerById(db, id))?.ownerId ?? null)
}

/** How much of the credit that paid for a user's payments was returned, in cents. */
export async function sumReturned(db: Db, ownerId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('creditReturnedCents').as('cents'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Saves a user's customer, unless they have one by now; returns the one they have. */
export async function insertCustomer(
  db: Db,
  customer: Insertable<ProviderCustomers>,
): Promise<CustomerRow | undefined> {
  await db
    .insertInto('providerCustomers')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findCustomer(db, customer.ownerId)
}

/** Removes a customer that Stripe doesn't have. */
export async function deleteCustomer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('providerCustomers').where('id', '=', id).execute()
}

/**
 * Saves how much credit a customer had at a moment. `seenAt` stays null until we've asked Stripe once: the user's former
 * customers may have credit, too.
 */
export async function saveCredit(db: Db, id: string, creditCents: number, at: Date): Promise<void> {
  await db
    .updateTable('providerCustomers')
    .set({ creditCents, seenAt: sql<Date>`case when seen_at is not null then ${later(at)} end` })
    .where('id', '=', id)
    .execute()
}

/**
 * Saves how much credit a customer has, unless it was saved here since it was read.
 * @returns whether it was saved.
 */
export async function replaceCredit(
  db: Db,
  { id, creditCents: before, seenAt }: CustomerRow,
  creditCents: number,
  at: Date,
): Promise<boolean> {
  const saved = await db
    .updateTable('providerCustomers')
    .set({ creditCents, seenAt: later(at) })
    .where('id', '=', id)
    .where('creditCents', '=', before)
    .where('seenAt', 'is not distinct from', seenAt)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** A time that differs from the one before, so that a request that has read that one notices. */
function later(at: Date) {
  return sql<Date>`greatest(seen_at + interval '1 millisecond', ${at})`
}

/** Customers whose credit we've never asked for, in the order of their owners. */
export function listUnseen(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<CustomerRow[]> {
  return db
    .selectFrom('providerCustomers')
    .selectAll()
    .where('seenAt', 'is', null)
    .where('ownerId', '>', after)
    .orderBy('ownerId')
    .limit(limit)
    .execute()
}

/** The other customers a user was charged as, before there was one for each user, without a running subscription. */
export async function listFormerCustomers(db: Db, { ownerId, id }: CustomerRow): Promise<string[]> {
  const rows = await db
    .selectFrom('providerSubscriptions')
    .select('customerId')
    .where('ownerId', '=', ownerId)
    .where('customerId', 'is not', null)
    .where('customerId', '!=', id)
    .groupBy('customerId')
    .having(sql<boolean>`bool_and(ended_at is not null)`)
    .$narrowType<{ customerId: string }>()
    .execute()
  return rows.map(({ customerId }) => customerId)
}
