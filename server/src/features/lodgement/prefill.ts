import { fullName } from '@docketbox/contract/core/people/full-name'
import {
  claimsOf,
  endingOf,
  findYearRules,
  isCarClaim,
  isValidIn,
  mayBeAsset,
  type Output,
  type ownLodgementEndpoints,
  prefillAmounts,
  type RecordClaim,
  sydneyDay,
} from '@docketbox/contract'
import { findUser } from '#features/auth'
import { listClaimableExpenses } from '#features/expenses-without-receipt'
import { listClaimable } from '#features/receipts'
import { readRecords } from '#features/records'
import type { Deps } from '#platform/config/deps.ts'

const withoutReceipt = { category: null, isLabelConfirmed: true }

/** What the form of an income year can start with: the profile, and amounts from expenses and records. */
export async function prefillForm(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  ownerId: string,
  incomeYear: string,
): Promise<Output<typeof ownLodgementEndpoints.prefill>> {
  const [user, receipts, expenses, records] = await Promise.all([
    findUser(db, ownerId),
    listClaimable(db, ownerId, endingOf(incomeYear)),
    listClaimableExpenses({ db, taxRules }, ownerId, incomeYear),
    readRecords(db, ownerId, incomeYear, sydneyDay(now())),
  ])
  const rules = findYearRules(taxRules, incomeYear)
  const { firstName = '', lastName = '', email = '', phoneNumber } = user ?? {}
  const claims = claimsOf(records, rules)
  const hasLogbook = records.logbooks.some(
    (logbook) => logbook.problems.length === 0 && isValidIn(logbook, incomeYear),
  )
  return {
    fullName: fullName({ firstName, lastName }),
    email,
    phoneNumber: phoneNumber ?? '',
    logBook: hasLogbook || (isByTrips(claims) ? false : null),
    ...prefillAmounts(
      [
        ...receipts.map((receipt) => ({ ...receipt, mayBeAsset: mayBeAsset(receipt, rules) })),
        ...expenses.map((expense) => ({
          ...expense,
          ...withoutReceipt,
          isAsset: expense.lastClaimedYear !== null,
        })),
      ],
      claims,
    ),
  }
}

/** Whether cents per km is the only method that counts for the year's cars, which takes no logbook. */
function isByTrips(claims: readonly RecordClaim[]): boolean {
  const cars = claims.filter(isCarClaim)
  return (
    cars.some(({ isChosen }) => isChosen) &&
    cars.every(({ kind, isChosen }) => isChosen === (kind === 'carTrips'))
  )
}
