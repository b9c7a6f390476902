import { BIN_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** At least as long, closed accounts can be reopened. Their owners are reminded the next night, which may give them longer. */
const NOTICE_MS = 3 * DAY_MS
/** How long the bin keeps everything after a restore, at least. */
const MIN_DAYS_LEFT = 14

/**
 * Gives people time to repeat what they did after the backup: they may have reopened their account, or taken a receipt out of
 * the bin.
 */
export async function postponeDeletion(db: Db, now: Date): Promise<void> {
  const purgeAt = new Date(now.getTime() + NOTICE_MS)
  await sql`update users set purge_reminded_at = null, purge_at = greatest(purge_at, ${purgeAt})
    where purge_at is not null`.execute(db)
  const deletedAt = new Date(now.getTime() - (BIN_DAYS - MIN_DAYS_LEFT) * DAY_MS)
  for (const table of ['receipts', 'evidence_records'])
    await sql`update ${sql.table(table)} set deleted_at = ${deletedAt} where deleted_at < ${deletedAt}`.execute(
      db,
    )
}
