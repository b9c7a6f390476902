import { type Parsed, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import { mustBeKept } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Caller } from '#platform/security/scope.ts'
import { deleteFromBin, expireUploadsOf, yearsInBin } from './store.ts'

const BATCH_SIZE = 500

/**
 * Deletes receipts in the bin for good, in batches; a retry deletes the rest.
 * @throws Refusal when one of them has to be kept and that isn't confirmed.
 */
export async function emptyBin(
  deps: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  { actor, scope: { ownerId } }: Caller,
  { until, isConfirmed }: Parsed<typeof receiptEndpoints.emptyBin>['body'],
): Promise<{ deleted: number }> {
  const { db, now } = deps
  if (!isConfirmed && (await mustBeKept(deps, ownerId, await yearsInBin(db, ownerId))))
    throw new Refusal(receiptRefusals.someMustBeKept)
  for (let deleted = 0; ;) {
    const ids = await inTransaction(db, async (db) => {
      const ids = await deleteFromBin(db, ownerId, { until: new Date(until), limit: BATCH_SIZE })
      const details = { receipts: ids.length, ids: ids.join(' '), isConfirmed }
      if (ids.length === 0) return ids
      await expireUploadsOf(db, ownerId, ids, now())
      await audit(db, {
        at: now(),
        actorId: actor.id,
        action: 'receipts.emptyBin',
        subjectId: null,
        details,
      })
      return ids
    })
    deleted += ids.length
    if (ids.length < BATCH_SIZE) return { deleted }
  }
}
