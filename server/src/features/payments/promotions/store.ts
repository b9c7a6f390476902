import type { Db } from '#platform/database/database.ts'

/** Whether a customer has paid with a promotion code since it was created, even if that was refunded. */
export async function hasPaidWith(
  db: Db,
  ownerId: string,
  code: string,
  codeCreatedAt: Date,
): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('promotionCode', '=', code)
    .where('status', '=', 'paid')
    .where('createdAt', '>=', codeCreatedAt)
    .executeTakeFirst()
  return payment !== undefined
}
