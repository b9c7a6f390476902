import { endingOf, type Parsed, type Receipt, type receiptEndpoints } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Scope } from '#platform/security/scope.ts'
import { lockLiveReceipt } from '../editing/edit-receipt.ts'
import { presentReceipt } from '../present.ts'
import { updateReceipt } from '../store.ts'

/**
 * Sets the last income year an asset is claimed in, where its retention period starts, or that it's no asset.
 * @throws Refusal when the receipt doesn't exist or is in the bin.
 */
export function setLastClaim(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  { ownerId }: Scope,
  id: string,
  { incomeYear, isOneYear }: Parsed<typeof receiptEndpoints.setLastClaim>['body'],
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const { files, labelAnswers } = await lockLiveReceipt(db, ownerId, id)
    const { lasting: _, ...others } = labelAnswers
    const isAnswered = incomeYear === null && isOneYear
    const row = await updateReceipt(db, ownerId, id, {
      lastClaimedYear: incomeYear === null ? null : endingOf(incomeYear),
      labelAnswers: JSON.stringify({ ...others, ...(isAnswered && { lasting: 'no' }) }),
      updatedAt: now(),
    })
    return presentReceipt({ ...row, files }, taxRules)
  })
}
