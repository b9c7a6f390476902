import { endingOf, type Parsed, type Receipt, type receiptEndpoints } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Scope } from '#platform/security/scope.ts'
import { lockLiveReceipt } from '../editing/edit-receipt.ts'
import { presentReceipt } from '../present.ts'
import { updateReceipt } from '../store.ts'

/**
 * Sets the last income year an asset is claimed in. Its retention period starts there.
 * @throws Refusal when the receipt doesn't exist or is in the bin.
 */
export function setLastClaim(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  { ownerId }: Scope,
  id: string,
  { incomeYear }: Parsed<typeof receiptEndpoints.setLastClaim>['body'],
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const { files } = await lockLiveReceipt(db, ownerId, id)
    const lastClaimedYear = incomeYear === null ? null : endingOf(incomeYear)
    const row = await updateReceipt(db, ownerId, id, { lastClaimedYear, updatedAt: now() })
    return presentReceipt({ ...row, files }, taxRules)
  })
}
