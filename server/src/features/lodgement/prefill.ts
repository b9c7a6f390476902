import {
  claimsOf,
  endingOf,
  findYearRules,
  isValidIn,
  type Output,
  type ownLodgementEndpoints,
  prefillAmounts,
  sydneyDay,
} from '@docketbox/contract'
import { findUser } from '#features/auth'
import { listClaimable } from '#features/receipts'
import { readRecords } from '#features/records'
import type { Deps } from '#platform/config/deps.ts'

/** What the form of an income year can start with: the profile, and amounts from receipts and records. */
export async function prefillForm(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  ownerId: string,
  incomeYear: string,
): Promise<Output<typeof ownLodgementEndpoints.prefill>> {
  const [user, receipts, records] = await Promise.all([
    findUser(db, ownerId),
    listClaimable(db, ownerId, endingOf(incomeYear)),
    readRecords(db, ownerId, incomeYear, sydneyDay(now())),
  ])
  const { firstName = '', lastName = '', email = '', phoneNumber } = user ?? {}
  const hasLogbook = records.logbooks.some(
    (logbook) => logbook.problems.length === 0 && isValidIn(logbook, incomeYear),
  )
  return {
    fullName: `${firstName} ${lastName}`.trim(),
    email,
    phoneNumber: phoneNumber ?? '',
    logBook: hasLogbook || null,
    ...prefillAmounts(receipts, claimsOf(records, findYearRules(taxRules, incomeYear))),
  }
}
