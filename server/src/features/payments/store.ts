import { fullName } from '@docketbox/contract/core/people/full-name'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { findUser } from '#features/auth'
import type { Db } from '#platform/database/database.ts'
import { readPage } from '#platform/database/queries/page.ts'
import type { Payments } from '#platform/database/row-types.ts'

export type PaymentRow = Selectable<Payments>

/** The one payment of months that a user can still complete. */
export function findLive(db: Db, ownerId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('isLive', '=', true)
    .executeTakeFirst()
}

/** A user's payments for months that only credit paid for, newest first. */
export function listPaidWithCredit(db: Db, ownerId: string, planId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('planId', '=', planId)
    .where('kind', '=', 'months')
    .where('amountCents', '=', 0)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Adds a payment; undefined if the user has another live one. */
export function insert(db: Db, payment: Insertable<Payments>): Promise<PaymentRow | undefined> {
  return db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function update(db: Db, id: string, values: Updateable<Payments>): Promise<PaymentRow> {
  return db.updateTable('payments').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Marks a payment as paid and gives its tax invoice the next number, unless an adjustment note takes its place. */
export function markPaid(
  db: Db,
  id: string,
  { paidAt, ...values }: Updateable<Payments> & { paidAt: Date },
  isInvoiced = true,
): Promise<PaymentRow> {
  return db
    .updateTable('payments')
    .set({
      ...values,
      status: 'paid',
      isLive: false,
      paidAt,
      statusAt: paidAt,
      ...(isInvoiced && { invoiceNumber: sql<number>`nextval('tax_invoice_numbers')` }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Key = { id: string } | { providerIntentId: string } | { providerInvoiceId: string }

/** One payment, locked until the transaction ends. */
export function lock(db: Db, key: Key): Promise<PaymentRow | undefined> {
  const [[column, value]] = Object.entries(key) as [['id' | 'providerIntentId' | 'providerInvoiceId', string]]
  return db.selectFrom('payments').selectAll().where(column, '=', value).forUpdate().executeTakeFirst()
}

/** A user's payment, by our ID or Stripe's payment intent. */
export function findOwned(
  db: Db,
  ownerId: string,
  key: { id: string } | { providerIntentId: string },
): Promise<PaymentRow | undefined> {
  const [[column, value]] = Object.entries(key) as [['id' | 'providerIntentId', string]]
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where(column, '=', value)
    .executeTakeFirst()
}

export function findById(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIntent(db: Db, providerIntentId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('providerIntentId', '=', providerIntentId)
    .executeTakeFirst()
}

/** A user's payments, newest first by the date people see: when one was paid, or else asked for. */
export function listOwned(
  db: Db,
  ownerId: string,
  paging: { page: number; limit: number },
): Promise<{ rows: PaymentRow[]; total: number }> {
  const payments = db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('datedAt', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return readPage(payments, paging)
}

export type Buyer = { id: string; email: string; firstName: string; lastName: string }

export async function findBuyer(db: Db, ownerId: string | null): Promise<Buyer | undefined> {
  return ownerId === null ? undefined : findUser(db, ownerId)
}

/** Whether a user can't log in, and so can't cancel what they're charged for. */
export async function isLockedOut(db: Db, ownerId: string): Promise<boolean> {
  const { suspendedAt = null, closedAt = null } = (await findUser(db, ownerId)) ?? {}
  return suspendedAt !== null || closedAt !== null
}

/** The latest charge of a subscription, which paid for the current access: credit may have paid later bills. */
export function findCurrentCharge(
  db: Db,
  { id, invoiceId }: { id: string; invoiceId: string | null },
): Promise<PaymentRow | undefined> {
  return (
    db
      .selectFrom('payments')
      .selectAll()
      .where('providerSubscriptionId', '=', id)
      .where('status', '=', 'paid')
      // A payment that was returned entirely as credit was for an earlier plan.
      .whereRef('creditRefundedCents', '<', 'amountCents')
      // Two may be from the same second.
      .orderBy((eb) => eb('providerInvoiceId', 'is not distinct from', invoiceId), 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )
}

/** The latest paid bill of a subscription, even one that credit paid. */
export function findCurrentBill(db: Db, providerSubscriptionId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll('payments')
    .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'payments.providerSubscriptionId')
    .where('payments.providerSubscriptionId', '=', providerSubscriptionId)
    .where('payments.status', '=', 'paid')
    .orderBy(
      (eb) => eb('providerInvoiceId', 'is not distinct from', eb.ref('providerSubscriptions.invoiceId')),
      'desc',
    )
    .orderBy('payments.createdAt', 'desc')
    .orderBy('payments.id', 'desc')
    .executeTakeFirst()
}

/** The paid bills of these subscriptions, the oldest first. */
export function listPaidBills(db: Db, ...subscriptions: string[]): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('providerSubscriptionId', '=', (eb) => eb.fn.any(eb.val(subscriptions)))
    .where('status', '=', 'paid')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Whether a bank is deciding on a dispute about one of a subscription's payments. */
export async function isDisputed(db: Db, providerSubscriptionId: string): Promise<boolean> {
  const disputed = await db
    .selectFrom('payments')
    .select('id')
    .where('providerSubscriptionId', '=', providerSubscriptionId)
    .where('disputeState', '=', 'open')
    .executeTakeFirst()
  return disputed !== undefined
}

/** The invoices of a subscription that were refunded in full, or that a bank took back for good. */
export async function listReturnedInvoices(db: Db, providerSubscriptionId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payments')
    .select('providerInvoiceId')
    .where('providerSubscriptionId', '=', providerSubscriptionId)
    .where((eb) => eb.or([eb('refundedCents', '=', eb.ref('amountCents')), eb('disputeState', '=', 'lost')]))
    .whereRef('creditRefundedCents', '<', 'amountCents')
    .execute()
  return new Set(rows.map(({ providerInvoiceId }) => providerInvoiceId!))
}

/** A user's subscription payments that charged money, the oldest first. */
export function listCharged(db: Db, ownerId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'subscription')
    .where('status', '=', 'paid')
    .where('amountCents', '>', 0)
    .where('providerIntentId', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Assigns a subscription's payments to its owner, once that's known. */
export function assignOwner(
  db: Db,
  subscriptionId: string,
  { id, email, ...name }: Buyer,
): Promise<PaymentRow[]> {
  return db
    .updateTable('payments')
    .set({ ownerId: id, buyerEmail: email, buyerName: fullName(name) })
    .where('providerSubscriptionId', '=', subscriptionId)
    .where('ownerId', 'is', null)
    .returningAll()
    .execute()
}
