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
const DISCOUNT = /DISCOUNT|\b(DISC|LOYALTY|REWARDS?|TRADE IN)\b/
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
    isDiscount: DISCOUNT.test(text),
    isConditional: /\bIF\b/.test(text),
    isEarlier: EARLIER.test(text),
    isTotal: total > 0 || strong > 0 || isAmount || isCard,
  }
}

type Bill = { value: number; /** Where that's only likely. */ isUncertain: boolean }
/** An amount wherever it's printed, and the others, without subtotals. */
type Context = { cents: number; own: readonly LabelledAmount[]; others: readonly LabelledAmount[] }

/**
 * What a bill is about if an amount is its total: with a deposit paid before and a surcharge that's added below, without
 * discounts and what was owing before.
 */
export function wholeBill(cents: number, amounts: readonly LabelledAmount[]): Bill {
  const own = amounts.filter((amount) => amount.cents === cents)
  const others = amounts.filter(
    (other) => other.cents > 0 && other.cents !== cents && !other.label.isSubtotal,
  )
  const context = { cents, own, others }
  const isUncertain = own.every(({ label }) => label.isConditional)
  const payments = amounts.filter(({ label }) => label.isPaid)
  if (!own.some(({ label }) => label.isOpen)) return withChanges(context) ?? { value: cents, isUncertain }
  return (
    withDeposit(context, payments) ??
    withChanges(context) ??
    withoutEarlier(context, payments) ?? { value: cents, isUncertain }
  )
}

function withDeposit({ cents, others }: Context, payments: readonly LabelledAmount[]): Bill | undefined {
  const total = sumWith(cents, payments, 1, others)
  if (total) return { value: total.cents, isUncertain: !total.label.isTotal }
  return payments.some(({ label }) => label.isDeposit) ? { value: cents, isUncertain: true } : undefined
}

/** With what's added and deducted below the amount. */
function withChanges({ cents, own, others }: Context): Bill | undefined {
  const below = others.filter(({ row }) => row.index > own[0]!.row.index)
  const isPrintedAsTotal = own.some(({ label }) => label.isTotal && !label.isSubtotal)
  const surcharges = below.filter(({ label }) => label.isSurcharge)
  const discounts = below.filter(
    ({ label, isNegative }) => !label.isPaid && (label.isDiscount || (isNegative && !isPrintedAsTotal)),
  )
  const total = totalBelow(cents, surcharges, 1, others) ?? totalBelow(cents, discounts, -1, others)
  return total && { value: total.cents, isUncertain: total.label.isConditional }
}

function withoutEarlier({ cents, others }: Context, payments: readonly LabelledAmount[]): Bill | undefined {
  const paid = new Set(payments.map((payment) => payment.cents))
  const printed = new Set(others.filter(({ isNegative }) => !isNegative).map((other) => other.cents))
  const owing = others.find(
    (bill) =>
      bill.label.isEarlier && !bill.isNegative && !paid.has(bill.cents) && printed.has(cents - bill.cents),
  )
  return owing && { value: cents - owing.cents, isUncertain: true }
}

function totalBelow(
  cents: number,
  parts: readonly LabelledAmount[],
  sign: 1 | -1,
  amounts: readonly LabelledAmount[],
): LabelledAmount | undefined {
  const sum = sumWith(cents, parts, sign, amounts)
  return sum?.label.isTotal && sum.row.index > parts[0]!.row.index ? sum : undefined
}

/** What's printed of an amount with one of the parts, or all of them, added or deducted. */
function sumWith(
  cents: number,
  parts: readonly LabelledAmount[],
  sign: 1 | -1,
  amounts: readonly LabelledAmount[],
): LabelledAmount | undefined {
  const all = parts.reduce((sum, part) => sum + part.cents, 0)
  const changes = [all, ...parts.map((part) => part.cents)].filter((change) => change > 0)
  const sums = new Set(changes.map((change) => cents + sign * change))
  const printed = amounts.filter((amount) => sums.has(amount.cents) && !amount.isNegative)
  return printed.find(({ label }) => label.isTotal) ?? printed[0]
}
