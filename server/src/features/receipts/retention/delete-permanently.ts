import { incomeYearLabel, receiptRefusals } from '@docketbox/contract'
import { mustBeKept } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Caller } from '#platform/security/scope.ts'
import { deleteReceipt, lockReceipt } from '../store.ts'
import { expireUploadsOf, yearsOfReceipts } from './store.ts'

/**
 * Deletes a receipt in the bin for good.
 * @throws Refusal when it doesn't exist, isn't in the bin, or has to be kept and that isn't confirmed.
 */
export function deletePermanently(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  { actor, scope: { ownerId } }: Caller,
  id: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<{ _id: string }> {
  return inTransaction(db, async (db) => {
    const receipt = await lockReceipt(db, ownerId, id)
    if (!receipt) throw new Refusal(receiptRefusals.notFound)
    if (!receipt.deletedAt) throw new Refusal(receiptRefusals.notInTrash)
    const incomeYear = incomeYearLabel(Math.max(receipt.incomeYear, receipt.lastClaimedYear ?? 0))
    const years = await yearsOfReceipts(db, ownerId, [id])
    if (!isConfirmed && (await mustBeKept({ db, now, taxRules }, ownerId, years)))
      throw new Refusal(receiptRefusals.mustBeKept)
    await deleteReceipt(db, ownerId, id)
    await expireUploadsOf(db, ownerId, [id], now())
    const details = { incomeYear, isConfirmed }
    await audit(db, {
      at: now(),
      actorId: actor.id,
      action: 'receipts.deletePermanently',
      subjectId: id,
      details,
    })
    return { _id: id }
  })
}
