import { incomeYearLabel, type Output, type Parsed, type receiptEndpoints } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Scope } from '#platform/security/scope.ts'
import { searchFilterOf } from '../search/conditions.ts'
import { filterOfShown } from '../search/search-receipts.ts'
import { matchingIds } from '../search/store.ts'
import { yearsInBin, yearsOfReceipts } from './store.ts'

/** The income years from which the retention of some receipts counts, the earliest first. */
export async function listRetentionYears(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  { ownerId }: Scope,
  { ids: selected, bin, ...filter }: Parsed<typeof receiptEndpoints.retentionYears>['query'],
): Promise<Output<typeof receiptEndpoints.retentionYears>> {
  const matching = async () =>
    matchingIds(db, ownerId, await filterOfShown(db, ownerId, searchFilterOf(filter, { now, taxRules })))
  const years =
    bin === 'true'
      ? await yearsInBin(db, ownerId)
      : await yearsOfReceipts(db, ownerId, selected ?? (await matching()))
  return { incomeYears: years.toSorted((one, other) => one - other).map(incomeYearLabel) }
}
