import { incomeYearLabel, receiptTitle } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'

/** A receipt as other slices show it. */
export type ReceiptSummaryLine = { title: string; incomeYear: string; isDeleted: boolean }

/** @returns receipts by id, without those that don't exist. */
export async function receiptSummaries(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, ReceiptSummaryLine>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('receipts')
    .select(['id', 'description', 'supplier', 'totalCents', 'currency', 'incomeYear', 'deletedAt'])
    .where('ownerId', '=', ownerId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: receiptTitle({ description: row.description, facts: row }),
        incomeYear: incomeYearLabel(row.incomeYear),
        isDeleted: row.deletedAt !== null,
      },
    ]),
  )
}
