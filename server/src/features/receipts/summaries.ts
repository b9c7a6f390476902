import { incomeYearLabel, receiptTitle } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'

/** What other slices show of a receipt. */
export type ReceiptSummaryLine = { title: string; incomeYear: string; isDeleted: boolean }

/** @returns by id, those that don't exist left out. */
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
