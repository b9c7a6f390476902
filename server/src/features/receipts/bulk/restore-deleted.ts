import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/security/scope.ts'
import { auditReceipts } from './audit.ts'
import * as store from './store.ts'

/** Restores the receipts that were deleted at one moment, as those of one change are. */
export function restoreDeleted(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, scope: { ownerId } }: Caller,
  deletedAt: Date,
): Promise<{ restored: number }> {
  return inTransaction(db, async (db) => {
    const at = now()
    const ids = await store.restoreDeleted(db, ownerId, { deletedAt, at })
    await auditReceipts(db, { at, actor, action: 'receipts.restore', ids })
    return { restored: ids.length }
  })
}
