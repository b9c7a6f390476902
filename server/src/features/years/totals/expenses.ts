import {
  CAR_LABEL,
  type DeductionLabel,
  type ExpenseWithoutReceipt,
  isCoveredBy,
  type PossibleAsset,
  purposeOf,
  type RecordClaim,
} from '@docketbox/contract'
import type { Claim } from './meters.ts'

type ExpenseSums = {
  /** What counts besides records. */
  counted: Claim[]
  /** Labels with a figure that isn't known: the decline in value of an asset. Null stands for amounts without a label. */
  unknownLabels: (DeductionLabel | null)[]
  /** Assets from earlier years that are still claimed, the latest first. */
  earlierAssets: ExpenseWithoutReceipt[]
  /** What the records already cover. */
  coveredCents: number
  assetCents: number
  possibleCents: number
  /** For cars, and not covered. */
  carCents: number
  /** What cars cost, except as assets, whether or not records cover it. */
  carSpentCents: number
  possibleAssets: PossibleAsset[]
}

/**
 * What expenses without a receipt add up to in an income year.
 * @param expenses of the year, and assets from earlier years that are still claimed in it.
 * @param claims of the year's records, which may cover some.
 */
export function sumExpenses(
  expenses: readonly ExpenseWithoutReceipt[],
  incomeYear: string,
  claims: readonly RecordClaim[],
): ExpenseSums {
  const covers = isCoveredBy(claims)
  const isAsset = ({ lastClaimedYear }: ExpenseWithoutReceipt) => lastClaimedYear !== null
  const isRunningCost = (expense: ExpenseWithoutReceipt) => !isAsset(expense) && !expense.mayBeAsset
  const isOfYear = (expense: ExpenseWithoutReceipt) => expense.incomeYear === incomeYear
  const isForCar = (expense: ExpenseWithoutReceipt) => purposeOf(expense) === CAR_LABEL
  const isCovered = (expense: ExpenseWithoutReceipt) =>
    covers({ ...expense, label: purposeOf(expense), isAsset: isAsset(expense) })
  const forWork = expenses.filter(({ claimableCents }) => claimableCents > 0)
  const claimable = forWork.filter((expense) => !isCovered(expense))
  const ofYear = claimable.filter(isOfYear)
  const possible = ofYear.filter(({ mayBeAsset }) => mayBeAsset)
  return {
    counted: ofYear
      .filter(isRunningCost)
      .map(({ label, claimableCents }) => ({ label, cents: claimableCents, allowanceCents: 0 })),
    unknownLabels: claimable
      .filter((expense) => !isRunningCost(expense) || expense.label === null)
      .map(({ label }) => label),
    earlierAssets: claimable.filter((expense) => !isOfYear(expense)),
    coveredCents: sumOf(forWork.filter((expense) => isOfYear(expense) && isCovered(expense))),
    assetCents: sumOf(ofYear.filter(isAsset)),
    possibleCents: sumOf(possible),
    carCents: sumOf(ofYear.filter(isForCar)),
    carSpentCents: expenses
      .filter((expense) => isForCar(expense) && isOfYear(expense) && isRunningCost(expense))
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
    possibleAssets: possible.map(({ _id, supplier, description, paidOn, amountCents }) => ({
      _id,
      hasReceipt: false,
      name: supplier,
      description,
      day: paidOn,
      spentCents: amountCents,
    })),
  }
}

function sumOf(expenses: readonly ExpenseWithoutReceipt[]): number {
  return expenses.reduce((sum, { claimableCents }) => sum + claimableCents, 0)
}
