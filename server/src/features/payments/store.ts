import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { keptStatement, namedColumns } from '#platform/database/prepared-query.ts'
import type { Payments } from '#platform/database/row-types.ts'

const paymentColumns = [
  'id',
  'ownerId',
  'kind',
  'planId',
  'planName',
  'months',
  'amountCents',
  'currency',
  'refundedCents',
  'status',
  'isLive',
  'statusAt',
  'providerIntentId',
  'providerInvoiceId',
  'providerSubscriptionId',
  'invoiceNumber',
  'buyerName',
  'buyerEmail',
  'receiptMailedAt',
  'paidAt',
  'createdAt',
  'updatedAt',
] as const
const columns = namedColumns('payments', paymentColumns)

export type PaymentRow = Pick<Selectable<Payments>, (typeof paymentColumns)[number]>

/** The one payment of months that a person can still complete. */
export function findLive(db: Db, ownerId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('isLive', '=', true)
    .executeTakeFirst()
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

export async function change(
  db: Db,
  id: string,
  values: Partial<Omit<PaymentRow, 'id'>>,
): Promise<PaymentRow> {
  return db.updateTable('payments').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

type Paid = { paidAt: Date; at: Date } & Partial<
  Pick<PaymentRow, 'amountCents' | 'providerIntentId' | 'buyerName' | 'buyerEmail' | 'receiptMailedAt'>
>

const pay = keptStatement<Paid & { id: string }, PaymentRow>(`
  update payments set status = 'paid', is_live = false, paid_at = :paidAt, status_at = :paidAt, updated_at = :at,
    invoice_number = nextval('tax_invoice_numbers'),
    amount_cents = coalesce(:amountCents, amount_cents),
    provider_intent_id = coalesce(:providerIntentId, provider_intent_id),
    buyer_name = coalesce(:buyerName, buyer_name),
    buyer_email = coalesce(:buyerEmail, buyer_email),
    receipt_mailed_at = coalesce(:receiptMailedAt, receipt_mailed_at)
  where id = :id
  returning ${columns}`)

/** Marks a payment as paid, notes what is known with it, and gives its tax invoice the next number. */
export async function markPaid(db: Db, id: string, paid: Paid): Promise<PaymentRow> {
  const [row] = await pay(db, { ...paid, id })
  return row!
}

const lockBy = {
  id: lockStatement('id'),
  providerIntentId: lockStatement('provider_intent_id'),
  providerInvoiceId: lockStatement('provider_invoice_id'),
}
type Key = { id: string } | { providerIntentId: string } | { providerInvoiceId: string }

function lockStatement(column: string) {
  return keptStatement<{ value: string }, PaymentRow>(
    `select ${columns} from payments where ${column} = :value for update`,
  )
}

/** One payment, locked until the transaction ends. */
export async function lock(db: Db, key: Key): Promise<PaymentRow | undefined> {
  const [[column, value]] = Object.entries(key) as [[keyof typeof lockBy, string]]
  const [payment] = await lockBy[column](db, { value })
  return payment
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

const buyer = keptStatement<{ ownerId: string }, Buyer>(
  'select id, email, first_name as "firstName", last_name as "lastName" from users where id = :ownerId',
)

export async function findBuyer(db: Db, ownerId: string): Promise<Buyer | undefined> {
  const [found] = await buyer(db, { ownerId })
  return found
}

const lockedOut = keptStatement<{ ownerId: string }, object>(
  'select from users where id = :ownerId and (suspended_at is not null or closed_at is not null)',
)

/** Whether somebody cannot log in: what they do not see, they cannot cancel. */
export async function isLockedOut(db: Db, ownerId: string): Promise<boolean> {
  return (await lockedOut(db, { ownerId })).length > 0
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

const own = keptStatement<{ subscriptionId: string; id: string; email: string; name: string }, PaymentRow>(`
  update payments set owner_id = :id, buyer_email = :email, buyer_name = :name
  where provider_subscription_id = :subscriptionId and owner_id is null
  returning ${columns}`)

/** Gives the payments of a renewing plan to its owner, once that is known. */
export function setOwner(
  db: Db,
  subscriptionId: string,
  { id, email, firstName, lastName }: Buyer,
): Promise<PaymentRow[]> {
  return own(db, { subscriptionId, id, email, name: `${firstName} ${lastName}` })
}
