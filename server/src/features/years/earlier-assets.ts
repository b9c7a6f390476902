import {
  type EarlierAsset,
  type ExpenseWithoutReceipt,
  incomeYearLabel,
  isCoveredBy,
  type RecordClaim,
} from '@docketbox/contract'
import type { EarlierReceipt } from './receipts-store.ts'
import { asEmployee, MAX_LISTED } from './totals/totals.ts'

type EarlierAssets = Readonly<{
  receipts: readonly EarlierReceipt[]
  expenses: readonly ExpenseWithoutReceipt[]
}>

/** Leaves out what the records of the year cover. */
export function withoutCovered(
  receipts: readonly EarlierReceipt[],
  claims: readonly RecordClaim[],
): EarlierReceipt[] {
  const isCovered = isCoveredBy(claims)
  return receipts.filter(
    (receipt) => !isCovered({ ...asEmployee(receipt), isAsset: true, mayBeAsset: false }),
  )
}

/** How many they are, and the latest of them. */
export function presentEarlierAssets({ receipts, expenses }: EarlierAssets): {
  earlierAssets: number
  earlierAssetDocs: EarlierAsset[]
} {
  const docs = [...receipts.map(presentReceipt), ...expenses.map(presentExpense)]
  return {
    earlierAssets: docs.length,
    earlierAssetDocs: docs
      .toSorted((one, other) => other.day.localeCompare(one.day) || (one._id < other._id ? 1 : -1))
      .slice(0, MAX_LISTED),
  }
}

function presentReceipt(receipt: EarlierReceipt): EarlierAsset {
  const { id, supplier, description, day, spentCents, workUsePercent, label } = receipt
  return {
    _id: id,
    hasReceipt: true,
    name: supplier ?? description,
    description,
    day,
    incomeYear: incomeYearLabel(receipt.incomeYear),
    spentCents,
    workUsePercent,
    label,
    lastClaimedYear: incomeYearLabel(receipt.lastClaimedYear),
  }
}

function presentExpense(expense: ExpenseWithoutReceipt): EarlierAsset {
  const { _id, supplier, description, paidOn, incomeYear, amountCents, label } = expense
  return {
    _id,
    hasReceipt: false,
    name: supplier,
    description,
    day: paidOn,
    incomeYear,
    spentCents: amountCents,
    workUsePercent: expense.workUsePercent ?? 100,
    label,
    lastClaimedYear: expense.lastClaimedYear!,
  }
}
