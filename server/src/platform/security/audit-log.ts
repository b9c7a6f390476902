import { createHash } from 'node:crypto'
import type { AuditGroup } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** `details` contains no secrets and, apart from IDs, no personal data. */
export type AuditEntry = Readonly<{
  at: Date
  /** Null for the product itself and the command line. */
  actorId: string | null
  /** `slice.verb`, for example `admin.suspendUser`. */
  action: `${AuditGroup}.${string}`
  /** The ID of the user, receipt or payment it's about. */
  subjectId: string | null
  details?: Readonly<Record<string, string | number | boolean | null>>
}>

type Link = { id: number; hash: Buffer }

const CHAIN_LOCK = 7_301_001
const START: Link = { id: 0, hash: Buffer.alloc(32) }
const BATCH_SIZE = 1_000

/**
 * Appends to the audit log as part of the transaction `db`; each entry contains the hash of the previous one.
 * @param db a transaction: the chain is locked until it ends.
 */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(db)
  const last = await db
    .selectFrom('auditLog')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previous = last ?? START
  const row = { ...entry, details: entry.details ?? {}, id: previous.id + 1 }
  await db
    .insertInto('auditLog')
    .values({
      ...row,
      details: JSON.stringify(row.details),
      previousHash: previous.hash,
      hash: hashOf(previous.hash, row),
    })
    .execute()
}

export type AuditVerdict = { entries: number; brokenAt: number | undefined }

/** Checks the whole chain; `brokenAt` is the first entry that was changed, removed or inserted. */
export async function verifyAuditLog(db: Db): Promise<AuditVerdict> {
  let previous = START
  for (;;) {
    const rows = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('id', '>', previous.id)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    for (const row of rows) {
      const isIntact =
        row.id === previous.id + 1 &&
        row.previousHash.equals(previous.hash) &&
        row.hash.equals(hashOf(previous.hash, row))
      if (!isIntact) return { entries: previous.id, brokenAt: previous.id + 1 }
      previous = { id: row.id, hash: row.hash }
    }
    if (rows.length < BATCH_SIZE) return { entries: previous.id, brokenAt: undefined }
  }
}

type Hashed = {
  id: number
  at: Date
  actorId: string | null
  action: string
  subjectId: string | null
  details: unknown
}

function hashOf(previous: Buffer, { id, at, actorId, action, subjectId, details }: Hashed): Buffer {
  // Postgres reorders the keys of JSON objects.
  const facts = Object.entries(details as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([id, at.toISOString(), actorId, action, subjectId, facts])
  return createHash('sha256').update(previous).update(text).digest()
}
