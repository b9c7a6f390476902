import type { Db } from '#platform/database/database.ts'
import { keptStatement } from '#platform/database/prepared-query.ts'

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

const hold = keptStatement<
  { ownerId: string; paymentId: string; months: readonly string[] },
  { month: string }
>(`
  insert into payment_months as held (owner_id, payment_id, month)
  select :ownerId::uuid, :paymentId::uuid, unnest(:months::date[])
  on conflict (owner_id, month) do update set payment_id = excluded.payment_id
    where held.payment_id = excluded.payment_id
  returning month`)

/** Takes months for a payment; answers those that are its own now: they were free, or its own already. */
export async function holdMonths(
  db: Db,
  ownerId: string,
  paymentId: string,
  months: readonly string[],
): Promise<string[]> {
  const rows = await hold(db, { ownerId, paymentId, months })
  return rows.map(({ month }) => month)
}

export async function releaseMonths(db: Db, paymentId: string): Promise<void> {
  await db.deleteFrom('paymentMonths').where('paymentId', '=', paymentId).execute()
}
