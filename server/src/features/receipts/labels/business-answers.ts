import { sql } from 'kysely'
import { answerOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'

/**
 * Stores that a sole trader's suggested business receipts were for the business, so that they don't become a job's once the
 * owner answers that they have one as well. Call it before that answer is saved.
 */
export async function keepSoleTraderReceipts(db: Db, ownerId: string): Promise<void> {
  const work = answerOf('work', { ownerId, ending: sql`income_year` })
  await sql`update receipts set label_answers = label_answers || '{"forWork": "business"}'
    where owner_id = ${ownerId} and label_suggested = 'business' and not label_answers ? 'forWork'
      and ${work} = 'soleTrader'`.execute(db)
}
