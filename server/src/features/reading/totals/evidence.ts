import type { Row } from '../words/rows.ts'
import { amountsIn } from './amounts.ts'
import { rowLabels } from './labels.ts'

/** Whether an amount is printed beside, below or above the label of a total or a payment. Otherwise it may be any price. */
export function isLabelled(rows: readonly Row[], cents: number): boolean {
  const amounts = amountsIn(rows)
  const withAmounts = new Set(amounts.map(({ row }) => row.index))
  const printed = amounts.filter((amount) => amount.cents === cents).map(({ row }) => row.index)
  const near = printed.flatMap((index) => [index - 1, index + 1]).filter((index) => !withAmounts.has(index))
  return [...new Set([...printed, ...near])].some((index) => rows[index] && namesTotal(rows[index]))
}

function namesTotal(row: Row): boolean {
  const label = rowLabels(row)
  if (label.isSubtotal || (label.isTax && !label.isInclusive && label.strong === 0)) return false
  const { total, strong, isAmount, isCard, isCash, isRounded } = label
  return total > 0 || strong > 0 || isAmount || isCard || isCash || isRounded
}
