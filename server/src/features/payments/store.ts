import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database'
import type { Payments } from '#platform/row-types'

export type PaymentRow = Selectable<Payments>

/** The one payment of months that a person can still complete. */
export function findLive(db: Db, ownerId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('isLive', '=', true)
    .executeTakeFirst()
}

/** Months of a person that are paid, or being paid in a way that cannot be replaced. */
export async function listHeldMonths(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentMonths')
    .innerJoin('payments', 'payments.id', 'paymentMonths.paymentId')
    .select('paymentMonths.month')
    .where('paymentMonths.ownerId', '=', ownerId)
    .where('payments.isLive', '=', false)
    .execute()
  return rows.map(({ month }) => month)
}

/** Adds a payment; nothing when the person has another live one. */
export function insert(db: Db, payment: Insertable<Payments>): Promise<PaymentRow | undefined> {
  return db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Takes months for a payment; answers those that are its own now: they were free, or its own already. */
export async function holdMonths(
  db: Db,
  ownerId: string,
  paymentId: string,
  months: readonly string[],
): Promise<string[]> {
  const rows = await db
    .insertInto('paymentMonths')
    .values(months.map((month) => ({ ownerId, paymentId, month })))
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'month'])
        .doUpdateSet((eb) => ({ paymentId: eb.ref('excluded.paymentId') }))
        .whereRef('paymentMonths.paymentId', '=', 'excluded.paymentId'),
    )
    .returning('month')
    .execute()
  return rows.map(({ month }) => month)
}

export async function releaseMonths(db: Db, paymentId: string): Promise<void> {
  await db.deleteFrom('paymentMonths').where('paymentId', '=', paymentId).execute()
}

export async function change(
  db: Db,
  id: string,
  values: Partial<Omit<PaymentRow, 'id'>>,
): Promise<PaymentRow> {
  return db.updateTable('payments').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Marks a payment as paid, notes what is known with it, and gives its tax invoice the next number. */
export async function markPaid(
  db: Db,
  id: string,
  { paidAt, at, ...known }: { paidAt: Date; at: Date } & Partial<Omit<PaymentRow, 'id'>>,
): Promise<PaymentRow> {
  return db
    .updateTable('payments')
    .set({
      ...known,
      status: 'paid',
      isLive: false,
      paidAt,
      statusAt: paidAt,
      updatedAt: at,
      invoiceNumber: sql<number>`nextval('tax_invoice_numbers')`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Key = { id: string } | { providerIntentId: string } | { providerInvoiceId: string }

/** One payment, locked until the transaction ends. */
export function lock(db: Db, key: Key): Promise<PaymentRow | undefined> {
  const [[column, value]] = Object.entries(key) as [[keyof PaymentRow, string]]
  return db.selectFrom('payments').selectAll().where(column, '=', value).forUpdate().executeTakeFirst()
}

export function findOwned(db: Db, ownerId: string, id: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findById(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest payments of whoever has this e-mail now, whatever they had when they paid. */
export function listOfBuyer(db: Db, email: string, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where(sql`lower(email)`, '=', email.toLowerCase()),
    )
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** One payment at most: by our key, or by what the history calls its ID. */
export function listById(db: Db, key: { id: string } | { providerId: string }): Promise<PaymentRow[]> {
  const rows = db.selectFrom('payments').selectAll()
  if ('id' in key) return rows.where('id', '=', key.id).execute()
  return rows
    .where((eb) =>
      eb.or([eb('providerIntentId', '=', key.providerId), eb('providerInvoiceId', '=', key.providerId)]),
    )
    .execute()
}

export async function countOwned(db: Db, ownerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export function pageOwned(
  db: Db,
  ownerId: string,
  { page, limit }: { page: number; limit: number },
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/** Payments of months that were begun and neither finished nor closed, the oldest first. */
export function listUnfinished(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb.or([eb('isLive', '=', true), eb('status', '=', 'open')]))
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

export type Buyer = { id: string; email: string; firstName: string; lastName: string }

export function findBuyer(db: Db, ownerId: string): Promise<Buyer | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
}

/** The newest paid invoice of a renewing plan. */
export function findLatestPaid(db: Db, providerSubscriptionId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('providerSubscriptionId', '=', providerSubscriptionId)
    .where('status', '=', 'paid')
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
}

/** Gives the payments of a renewing plan to its owner, once that is known. */
export async function setOwner(
  db: Db,
  providerSubscriptionId: string,
  { id, email, firstName, lastName }: Buyer,
): Promise<PaymentRow[]> {
  return db
    .updateTable('payments')
    .set({ ownerId: id, buyerEmail: email, buyerName: `${firstName} ${lastName}` })
    .where('providerSubscriptionId', '=', providerSubscriptionId)
    .where('ownerId', 'is', null)
    .returningAll()
    .execute()
}
