import { incomeYearLabel, receiptRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requireYear, type Scope } from '#platform/security/scope.ts'

/** Refuses guests with whom only pictures are shared. */
export function requireOriginals({ hasOriginals }: Scope): void {
  if (!hasOriginals) throw new Refusal(receiptRefusals.originalsNotShared)
}

/** Refuses guests files of receipts they can't see: of another year, in the bin, or an earlier version. */
export async function requireShared(
  db: Db,
  scope: Scope,
  { receiptId, fileId, version }: { receiptId: string; fileId: string; version: number | undefined },
): Promise<void> {
  if (scope.incomeYears === 'all') return
  const receipt = await db
    .selectFrom('receiptVersions as v')
    .innerJoin('receipts as r', (join) =>
      join.onRef('r.ownerId', '=', 'v.ownerId').onRef('r.id', '=', 'v.receiptId'),
    )
    .select('r.incomeYear')
    .where('v.ownerId', '=', scope.ownerId)
    .where('v.receiptId', '=', receiptId)
    .where('v.fileId', '=', fileId)
    .where('v.replacedAt', 'is', null)
    .$if(version !== undefined, (query) => query.where('v.version', '=', version!))
    .where('r.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!receipt) throw new Refusal(receiptRefusals.fileNotFound)
  requireYear(scope, incomeYearLabel(receipt.incomeYear), receiptRefusals.fileNotFound)
}
