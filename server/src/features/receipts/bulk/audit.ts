import type { Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'

const IDS_PER_ENTRY = 1000

/** Audits all receipts of a change, in entries of a size that can be read. */
export async function auditReceipts(
  db: Db,
  { actor, ids, ...entry }: Pick<AuditEntry, 'at' | 'action'> & { actor: Actor; ids: readonly string[] },
): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_PER_ENTRY) {
    const some = ids.slice(from, from + IDS_PER_ENTRY)
    const details = { receipts: some.length, ids: some.join(' ') }
    await audit(db, { ...entry, actorId: actor.id, subjectId: null, details })
  }
}
