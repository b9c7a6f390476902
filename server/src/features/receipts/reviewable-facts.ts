import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/**
 * What an accountant relies on when they review a receipt, to compare later: its facts, its category and the contents of its
 * current files, but not their names. Labels are left out, because accountants propose those.
 * @param receipt an alias of the receipts table.
 */
export function reviewableFacts(receipt: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${receipt}.${name}`)
  return sql<string>`jsonb_build_object(
    'supplier', ${column('supplier')}, 'supplierAbn', ${column('supplierAbn')}, 'buyer', ${column('buyer')},
    'description', ${column('description')}, 'totalCents', ${column('totalCents')}, 'gstCents', ${column('gstCents')},
    'currency', ${column('currency')}, 'audCents', ${column('audCents')}, 'documentDate', ${column('documentDate')}, 'paidDate', ${column('paidDate')},
    'workUsePercent', ${column('workUsePercent')}, 'isReimbursed', ${column('isReimbursed')},
    'lastClaimedYear', ${column('lastClaimedYear')}, 'category', ${column('categoryId')}, 'files', (
      select encode(sha256(string_agg(file.sha256, '' order by file.sha256)), 'hex') from receipt_versions file
      where file.owner_id = ${column('ownerId')} and file.receipt_id = ${column('id')} and file.replaced_at is null))`
}

/** @returns the reviewable facts of a receipt as JSON, with their hash; undefined if there's no such receipt. */
export async function findReviewableFacts(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ facts: string; hash: string } | undefined> {
  const row = await db
    .selectFrom('receipts')
    .select(sql<string>`${reviewableFacts('receipts')}::text`.as('facts'))
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { facts: row.facts, hash: createHash('sha256').update(row.facts).digest('hex') }
}
