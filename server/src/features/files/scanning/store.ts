import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { nextWaiting } from '#platform/jobs/next-waiting.ts'

type StoredFile = Readonly<{ ownerId: string; sha256: Buffer }>

/** The next unscanned file. Files whose scan failed are retried if that was before `failedBefore`. */
export function nextUnscanned(
  db: Db,
  { after, failedBefore }: { after: string; failedBefore: Date },
): Promise<StoredFile | undefined> {
  const waiting = {
    table: 'scans',
    owner: 'owner_id',
    isWaiting: sql<boolean>`malware is null and (failed_at is null or failed_at < ${failedBefore})`,
    ranks: [sql<boolean>`true`],
    order: sql`sha256`,
  } as const
  return nextWaiting(db, waiting, { after, overBudget: [] })
}

export async function markFailed(db: Db, { ownerId, sha256 }: StoredFile, at: Date): Promise<void> {
  await db
    .updateTable('scans')
    .set({ failedAt: at })
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .execute()
}

/** Removes a file from the queue, for all of its owners. */
export async function markClean(db: Db, sha256: Buffer): Promise<void> {
  await db.deleteFrom('scans').where('sha256', '=', sha256).execute()
}

/** @returns false when another process was faster. */
export async function markInfected(db: Db, sha256: Buffer, malware: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scans')
    .set({ malware })
    .where('sha256', '=', sha256)
    .where('malware', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The hashes of infected files, as hexadecimal text. */
export async function listInfected(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('scans')
    .select('sha256')
    .distinct()
    .where('malware', 'is not', null)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}

/** The users who have a file, each with its title and one of their receipts with it. */
export async function listHolders(db: Db, sha256: Buffer) {
  const { rows } = await sql<{
    ownerId: string
    email: string
    firstName: string
    title: string
    receiptId: string | null
  }>`
    select distinct on (owner_id) owner_id, email, first_name, title, receipt_id from (
      select owner_id, title, receipt_id from receipt_versions where sha256 = ${sha256}
      union all select owner_id, title, null from drafts where sha256 = ${sha256} and claimed_at is null
      union all select owner_id, title, null from draft_originals where sha256 = ${sha256}
    ) file join users on users.id = owner_id
    order by owner_id, receipt_id`.execute(db)
  return rows
}
