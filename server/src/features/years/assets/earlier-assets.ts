import {
  type EarlierAsset,
  endingOf,
  type ExpenseWithoutReceipt,
  incomeYearLabel,
  isCoveredBy,
  type RecordClaim,
} from '@docketbox/contract'
import { listClaimableExpenses } from '#features/expenses-without-receipt'
import type { Deps } from '#platform/config/deps.ts'
import { type EarlierReceipt, listEarlierReceipts } from '../receipts-store.ts'
import { sumExpenses } from '../totals/expenses.ts'
import { asEmployee, MAX_LISTED } from '../totals/totals.ts'

type EarlierAssets = Readonly<{
  receipts: readonly EarlierReceipt[]
  expenses: readonly ExpenseWithoutReceipt[]
}>

/**
 * Assets from earlier years that are still claimed in an income year, with a receipt or without.
 * @param claims of the year's records, which may cover some.
 */
export async function listEarlierAssets(
  { db, taxRules }: Pick<Deps, 'db' | 'taxRules'>,
  ownerId: string,
  incomeYear: string,
  claims: readonly RecordClaim[],
): Promise<EarlierAssets> {
  const [receipts, expenses] = await Promise.all([
    listEarlierReceipts(db, ownerId, endingOf(incomeYear)),
    listClaimableExpenses({ db, taxRules }, ownerId, incomeYear),
  ])
  return {
    receipts: withoutCovered(receipts, claims),
    expenses: sumExpenses(expenses, incomeYear, claims).earlierAssets,
  }
}

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
