import type { TotalCandidate } from './candidates.ts'
import type { RowLabels } from './labels.ts'
import { type LabelledAmount, labelledAmounts, wholeBill } from './whole-bill.ts'
import type { Row } from '../words/rows.ts'

type Ranked = TotalCandidate & { probability: number }
/**
 * `printed`: the amount it was read as, which is another one if only that and the rounding are printed. `isUncertain`:
 * whether something else on the receipt makes it doubtful.
 */
export type Total = Ranked & { printed: number; isUncertain: boolean }

const MAX_ROUNDING_CENTS = 4
/** What remains of the doubt. */
const DOUBT_IF_PAID = 0.25

/**
 * What was charged: the likeliest total, with a deposit and a surcharge, without what was owing before, and rounded if it
 * was paid in cash. The ATO takes what was paid; a tax invoice shows the price before rounding.
 * @param ranked likeliest first.
 */
export function chargedTotal(ranked: readonly Ranked[], rows: readonly Row[]): Total | undefined {
  if (ranked.length === 0) return undefined
  const amounts = labelledAmounts(rows)
  const bills = ranked.map(({ value }) => wholeBill(value, amounts))
  const { value, isUncertain } = bills[0]!
  const whole = ranked.find((other) => other.value === value) ?? ranked[0]!
  // Amounts of the same bill, of which this is the one that counts.
  const probability = sumOf(ranked.filter((_, i) => bills[i]!.value === whole.value))
  const total = { ...whole, probability, printed: whole.value, isUncertain }
  const charged = { ...total, ...roundedTotal(total, ranked, amounts) }
  const doubt = (1 - charged.probability) * (isPaidAsPrinted(charged.value, amounts) ? DOUBT_IF_PAID : 1)
  return { ...charged, probability: 1 - doubt }
}

/** Whether an amount is printed both as the total and, on another row, as what was paid. */
function isPaidAsPrinted(value: number, amounts: readonly LabelledAmount[]): boolean {
  const labels = amounts.filter(({ cents }) => cents === value).map(({ label }) => label)
  const isTotal = ({ total, strong, isSubtotal, isExclusive }: RowLabels) =>
    (total > 0 || strong > 0) && !isSubtotal && !isExclusive
  return labels.some(isTotal) && labels.some((label) => !isTotal(label) && (label.isCard || label.isCash))
}

/** Where a total is printed that can't be paid in cash, that or what was paid in cash; undefined where it's not said. */
function roundedTotal(
  total: Ranked,
  ranked: readonly Ranked[],
  amounts: readonly LabelledAmount[],
): Omit<Total, 'isUncertain'> | undefined {
  const isExact = ({ value }: Ranked) => value > MAX_ROUNDING_CENTS && value % 5 !== 0
  const exact = isExact(total)
    ? total
    : ranked.find((other) => isExact(other) && toFiveCents(other.value) === total.value)
  if (!exact) return undefined
  const isPaidByCard = amounts.some(
    ({ cents, label }) => cents === exact.value && label.isCard && label.total === 0,
  )
  const value = isPaidByCard ? exact.value : paidInCash(exact.value, amounts)
  if (value === undefined) return undefined
  const charged = ranked.find((other) => other.value === value) ?? exact
  const other = charged.value === total.value ? exact : charged
  const probability = total.probability + (other.value === total.value ? 0 : other.probability)
  return { ...charged, value, probability, printed: charged.value }
}

/** A total as it was rounded to be paid in cash; undefined if it wasn't, or that isn't printed. */
function paidInCash(total: number, amounts: readonly LabelledAmount[]): number | undefined {
  const rounding = amounts.find(
    ({ cents, label }) => label.isRounding && cents > 0 && cents <= MAX_ROUNDING_CENTS,
  )
  // A part may have been paid by card; the rest was rounded.
  const byCard = amounts.filter(({ cents, label }) => label.isCard && cents < total).map(({ cents }) => cents)
  const canBePaid = (value: number) => [0, ...byCard].some((part) => (value - part) % 5 === 0)
  const sums = rounding
    ? [total - rounding.cents, ...(rounding.isNegative ? [] : [total + rounding.cents])]
    : []
  const charged = sums.find(canBePaid)
  if (charged !== undefined) return charged
  const rounded = toFiveCents(total)
  const centsWhere = (test: (label: RowLabels) => boolean) =>
    amounts.filter(({ label }) => test(label) && label.total === 0).map(({ cents }) => cents)
  const change = new Set([0, ...centsWhere(({ isChange }) => isChange)])
  return centsWhere(({ isCash }) => isCash).some((given) => change.has(given - rounded)) ? rounded : undefined
}

function sumOf(totals: readonly Ranked[]): number {
  return totals.reduce((sum, { probability }) => sum + probability, 0)
}

function toFiveCents(cents: number): number {
  return Math.round(cents / 5) * 5
}
