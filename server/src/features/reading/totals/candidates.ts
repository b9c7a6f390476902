import { type Amount, amountsIn } from './amounts.ts'
import type { Candidate } from '../extract/candidate.ts'
import type { Row } from '../words/rows.ts'
import { GST_SHARE } from './gst.ts'
import { rowLabels, type RowLabels } from './labels.ts'

export type TotalCandidate = Candidate<number>

/** Features of an amount that depend on the whole receipt. */
type Context = {
  rows: readonly Row[]
  amounts: readonly Amount[]
  labels: readonly RowLabels[]
  /** From here on the rows sum up the tax, not the sale. */
  summaryAt: number
  changes: readonly Amount[]
  /** Cash that was paid out along with the purchase, which isn't spent. */
  cashOut: readonly number[]
  values: ReadonlySet<number>
  /** Cash given less change. */
  differences: ReadonlySet<number>
  paid: ReadonlySet<number>
  subtotals: ReadonlySet<number>
  taxes: readonly number[]
  counts: ReadonlyMap<number, number>
  largest: number
}

/** Totals in cents, most likely first; one candidate for each amount. */
export function totalCandidates(rows: readonly Row[]): TotalCandidate[] {
  const context = contextOf(rows)
  const { cashOut, values } = context
  const hasCashOut = (cents: number) => cashOut.some((out) => cents === out || values.has(cents - out))
  const gstOfRows = new Set(
    context.amounts.map(({ cents, row }) => `${row.index} ${Math.round(cents / GST_SHARE)}`),
  )
  // As in "$330.00 (including GST $30.00)".
  const isGstOfRow = ({ cents, row }: Amount) =>
    context.labels[row.index]!.isTax && gstOfRows.has(`${row.index} ${cents}`)
  const scored = context.amounts
    .filter(({ isNegative, cents }) => !isNegative && cents > 0 && !hasCashOut(cents))
    .filter(({ row }) => !context.labels[row.index]!.isNotCharged)
    .filter((amount) => !isGstOfRow(amount))
    .map((amount): TotalCandidate => ({
      value: amount.cents,
      score: scoreOf(amount, context),
      row: amount.row,
      raw: amount.raw,
    }))
  const best = new Map<number, TotalCandidate>()
  for (const candidate of boostRounded(scored, context)) {
    if (candidate.score > (best.get(candidate.value)?.score ?? -Infinity))
      best.set(candidate.value, candidate)
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score)
}

function contextOf(rows: readonly Row[]): Context {
  const amounts = amountsIn(rows)
  const labels = rows.map(rowLabels)
  const of = ({ row }: Amount) => labels[row.index]!
  const summaryAt = labels.findIndex(
    (label, i) => label.isSummary && /GST|TAX/.test(label.text) && i > rows.length * 0.4,
  )
  const cash = amounts.filter((amount) => of(amount).isCash && !of(amount).total && amount.isLast)
  const changes = amounts.filter((amount) => of(amount).isChange && !of(amount).total && amount.isLast)
  const differences = cash.flatMap((given) =>
    changes
      .filter((change) => given.cents >= change.cents && change.row.index >= given.row.index)
      .map((change) => given.cents - change.cents),
  )
  const centsWhere = (test: (label: RowLabels) => boolean) =>
    amounts.filter((amount) => test(of(amount))).map(({ cents }) => cents)
  const counts = new Map<number, number>()
  for (const { cents } of amounts) counts.set(cents, (counts.get(cents) ?? 0) + 1)
  return {
    rows,
    amounts,
    labels,
    summaryAt: summaryAt === -1 ? rows.length : summaryAt,
    changes,
    cashOut: centsWhere(({ isCashOut }) => isCashOut).filter((cents) => cents > 0),
    values: new Set(amounts.map(({ cents }) => cents)),
    differences: new Set(differences),
    paid: new Set(centsWhere(({ isCard, isCash }) => isCard || isCash)),
    subtotals: new Set(centsWhere(({ isSubtotal, isExclusive }) => isSubtotal || isExclusive)),
    taxes: centsWhere(({ isTax, isInclusive }) => isTax && !isInclusive),
    counts,
    largest: Math.max(0, ...centsWhere(({ isCash, isChange }) => !isCash && !isChange)),
  }
}

function scoreOf(amount: Amount, context: Context): number {
  const label = context.labels[amount.row.index]!
  const isLabelled = label.total > 0 || label.strong > 0
  let score = isLabelled ? labelledScore(amount, label, context) : unlabelledScore(amount, label, context)
  if (!amount.isLast) score -= 1.2
  if (context.differences.has(amount.cents)) score += 2.2
  if (context.paid.has(amount.cents) && (isLabelled || !label.isCash)) score += 1
  score += Math.min(1.2, 0.4 * (context.counts.get(amount.cents)! - 1))
  if (amount.cents === context.largest) score += 1
  else if (amount.cents < context.largest * 0.5) score -= 1
  for (const tax of context.taxes) if (tax > 0 && context.subtotals.has(amount.cents - tax)) score += 1.2
  score += Math.min(1.2, Math.max(0, (amount.row.maxHeight - 1.15) * 2))
  score += (amount.row.confidence * 100 - 60) / 80 + amount.row.y * 0.5
  return amount.hasCurrency ? score + 0.2 : score
}

function labelledScore({ row }: Amount, label: RowLabels, { summaryAt, changes }: Context): number {
  let score = 4 * Math.max(label.total, label.strong)
  if (label.strong > 0) score += 1
  if (label.isInclusive) score += 0.7
  if (label.isSubtotal) score -= 3.5
  if (label.isExclusive) score -= 3.5
  if (label.isNotMoney) score -= label.strong > 0 ? 0.7 : 2.5
  if (label.isTax && !label.isInclusive && label.strong === 0 && !label.isRounded) score -= 3
  if (label.isRounded) score += 1.5
  else if (label.isRounding) score += 0.8
  if (row.index > summaryAt) score -= 3
  const isPaid = /PAID/.test(label.text)
  if (isPaid && changes.some((change) => change.cents > 0 && change.row.index > row.index)) score -= 2
  return score
}

function unlabelledScore(amount: Amount, label: RowLabels, { amounts, labels, summaryAt }: Context): number {
  const { index, y } = amount.row
  const hasNoAmount = (row: number) => !amounts.some((other) => other.row.index === row && other !== amount)
  const isTotalLabel = (near: RowLabels | undefined) =>
    near !== undefined && (near.total > 0 || near.strong > 0) && !near.isSubtotal && !near.isExclusive
  const [above, below] = [labels[index - 1], labels[index + 1]]
  let score = 0
  if (
    isTotalLabel(above) &&
    !above!.isNotMoney &&
    hasNoAmount(index - 1) &&
    !label.isCash &&
    !label.isChange &&
    !label.isRounding
  )
    score += 3.2
  else if (isTotalLabel(below) && hasNoAmount(index + 1) && !label.isCash && !label.isChange) score += 1.5
  if (label.isSubtotal) score -= 1
  if (label.isExclusive) score -= 2
  if (label.isRounded) score += 3
  else if (label.isRounding) score -= 2
  if (label.isChange) score -= 3
  if (label.isCash) score -= 0.5
  if (label.isCard) score += 1
  if (label.isAmount) score += 0.8
  if (label.isTax) score -= 1.5
  if (index > summaryAt) score -= 2
  if (y < 0.25) score -= 1
  return score
}

/** In cash a total is rounded to five cents; where both are printed, the rounded one is what was paid. */
function boostRounded(candidates: readonly TotalCandidate[], context: Context): TotalCandidate[] {
  const hasRounding = context.labels.some(({ isRounding, isRounded }) => isRounding || isRounded)
  return candidates.map((candidate) => {
    const isPlausible =
      hasRounding || context.differences.has(candidate.value) || context.paid.has(candidate.value)
    if (!isPlausible || candidate.score <= -1) return candidate
    const exact = candidates.filter(
      ({ value, score }) => value % 5 !== 0 && score > 2 && toFiveCents(value) === candidate.value,
    )
    const score = Math.max(candidate.score, ...exact.map(({ score }) => score + 0.6))
    return { ...candidate, score }
  })
}

function toFiveCents(cents: number): number {
  return Math.round(cents / 5) * 5
}
