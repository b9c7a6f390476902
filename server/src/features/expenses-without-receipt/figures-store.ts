import { endingOf } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Figures } from '#features/records'
import type { Db } from '#platform/database/database.ts'

/** What the expenses of a year add up to, to compare later. */
export async function expenseFigures(db: Db, ownerId: string, incomeYear: string): Promise<Figures> {
  const rows = await db
    .selectFrom('evidenceRecords')
    .select(({ fn }) => [
      'label',
      'claimedYears',
      fn.countAll<number>().as('records'),
      sql<number>`sum(amount_cents)::bigint`.as('spentCents'),
      sql<number>`sum(claimable_cents)::bigint`.as('claimableCents'),
    ])
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', endingOf(incomeYear))
    .where('deletedAt', 'is', null)
    .groupBy(['label', 'claimedYears'])
    .orderBy('label')
    .orderBy('claimedYears')
    .execute()
  return rows.length > 0 ? { expenses: rows.map((row) => Object.values(row)) } : {}
}
