import { sql } from 'kysely'
import { answerOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'

/**
 * Answers that what counts as a sole trader's business was for it. Call it before they have a job as well, so that it counts as
 * before.
 */
export async function answerSoleTraderYears(db: Db, ownerId: string): Promise<void> {
  const work = answerOf('work', { ownerId, ending: sql`income_year` })
  await sql`update receipts set label_answers = label_answers || '{"forWork": "business"}'
    where owner_id = ${ownerId} and label_suggested = 'business' and not label_answers ? 'forWork'
      and ${work} = 'soleTrader'`.execute(db)
}
