import { type Amount, amountsIn } from './amounts.ts'
import { rowLabels, type RowLabels } from './labels.ts'
import type { Row } from '../words/rows.ts'

/** An amount with what its row says about it. */
export type LabelledAmount = Amount & { label: RowLabels & ReturnType<typeof billLabels> }

const OPEN = /BALANCE|\bDUE\b|OWING|PAYABLE|OUTSTANDING|REMAINING|\bTO PAY\b/
const PAID = /^(?!.*\b(BENEFIT|REBATE)\b).*(DEPOSIT|\b(PAID|PAYMENTS?|RECEIVED|APPLIED)\b)/
/** Not one that's refundable, as for bottles. */
const DEPOSIT = /\bLESS DEPOSIT|DEPOSIT (PAID|RECEIVED)|^DEPOSIT$|\bPART PAYMENT\b/
const SURCHARGE = /SURCHARGE|\bTIPS?\b|GRATUITY|\b(CARD|SERVICE|PROCESSING|TRANSACTION) FEE\b/
const EARLIER =
  /\b(PREVIOUS|OPENING|UNPAID) (BALANCE|AMOUNT|CHARGES)\b|\b(OVERDUE|BROUGHT FORWARD|LAST BILL|ARREARS)\b/

/** All amounts of a receipt with the labels beside them. */
export function labelledAmounts(rows: readonly Row[]): LabelledAmount[] {
  const amounts = amountsIn(rows)
  // Once for each row: it may have thousands of amounts.
  const labels = new Map(
    [...new Set(amounts.map(({ row }) => row))].map((row) => {
      const label = rowLabels(row)
      return [row, { ...label, ...billLabels(label) }]
    }),
  )
  return amounts.map((amount) => ({ ...amount, label: labels.get(amount.row)! }))
}

function billLabels({ text, total, strong, isAmount, isCard }: RowLabels) {
  const isOpen = OPEN.test(text)
  return {
    isOpen,
    isPaid: !isOpen && PAID.test(text),
    isDeposit: DEPOSIT.test(text),
    isSurcharge: SURCHARGE.test(text),
    isEarlier: EARLIER.test(text),
    isTotal: total > 0 || strong > 0 || isAmount || isCard,
  }
}

/**
 * What a bill is about if an amount is its total: with a deposit paid before and a surcharge that's added below, without
 * what was owing before.
 * @returns `isUncertain` where that's only likely.
 */
export function wholeBill(
  cents: number,
  amounts: readonly LabelledAmount[],
): { value: number; isUncertain: boolean } {
  const own = amounts.filter((amount) => amount.cents === cents)
  const isOpen = own.some(({ label }) => label.isOpen)
  const payments = amounts.filter(({ label }) => label.isPaid)
  const others = amounts.filter(
    (other) => other.cents > 0 && other.cents !== cents && !other.label.isSubtotal,
  )

  const paid = isOpen ? payments : []
  const beforeDeposit = sumWith(cents, paid, others)
  if (beforeDeposit) return { value: beforeDeposit.cents, isUncertain: !beforeDeposit.label.isTotal }
  if (paid.some(({ label }) => label.isDeposit)) return { value: cents, isUncertain: true }

  const surcharges = others.filter(({ label, row }) => label.isSurcharge && row.index > own[0]!.row.index)
  const withSurcharge = sumWith(cents, surcharges, others)
  if (withSurcharge?.label.isTotal && withSurcharge.row.index > surcharges[0]!.row.index)
    return { value: withSurcharge.cents, isUncertain: false }

  const settled = new Set(payments.map((payment) => payment.cents))
  const printed = new Set(others.filter(({ isNegative }) => !isNegative).map((other) => other.cents))
  const owing = others.find(
    (bill) =>
      bill.label.isEarlier && !bill.isNegative && !settled.has(bill.cents) && printed.has(cents - bill.cents),
  )
  if (isOpen && owing) return { value: cents - owing.cents, isUncertain: true }
  return { value: cents, isUncertain: false }
}

/** The printed sum of an amount and one of the parts, or all of them. */
function sumWith(
  cents: number,
  parts: readonly LabelledAmount[],
  amounts: readonly LabelledAmount[],
): LabelledAmount | undefined {
  const all = parts.reduce((sum, part) => sum + part.cents, 0)
  const sums = new Set([all, ...parts.map((part) => part.cents)].filter(Boolean).map((part) => cents + part))
  const printed = amounts.filter((amount) => sums.has(amount.cents) && !amount.isNegative)
  return printed.find(({ label }) => label.isTotal) ?? printed[0]
}
