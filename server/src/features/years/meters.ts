import type { Meter, ReceiptTotals, YearRules, YearSummary } from '@docketbox/contract'

/** Work expenses besides cars, which have their own rules. */
const WORK_LABELS = ['D2', 'D3', 'D4', 'D5', 'D6']
export const CAR_LABEL = 'D1'

type Claim = { label: string | null; cents: number }
/** Claimed amounts of a year by label, and how much of them the owner recorded without a receipt. */
export type Claimed = {
  byLabel: readonly (Pick<ReceiptTotals, 'claimableCents'> & { label: string | null })[]
  /** From expenses without a receipt, and from records that aren't receipts. */
  others: readonly Claim[]
  smallExpensesCents: number
  laundryCents: number
}

/** How much of each simpler rule's limit is used. */
export function metersOf(rules: YearRules | undefined, claimed: Claimed): Meter[] {
  const meter = (kind: Meter['kind'], usedCents: number, figure: YearRules['laundryCents'] | undefined) => ({
    kind,
    usedCents,
    limitCents: figure?.value ?? null,
    eachCents: kind === 'smallExpenses' ? (rules?.smallExpenseCents?.value ?? null) : null,
    status: figure?.status ?? ('unknown' as const),
  })
  return [
    meter('writtenEvidence', sumOf(claimed, WORK_LABELS), rules?.noEvidenceCents),
    meter('smallExpenses', claimed.smallExpensesCents, rules?.smallExpensesCents),
    meter('laundry', claimed.laundryCents, rules?.laundryCents),
  ]
}

/** The standard deduction of a year beside what its work expenses add up to; null for years without one. */
export function standardDeductionOf(
  rules: YearRules | undefined,
  claimed: Claimed,
): YearSummary['standardDeduction'] {
  const figure = rules?.standardDeductionCents
  if (!figure?.value) return null
  return {
    cents: figure.value,
    status: figure.status,
    workExpensesCents: sumOf(claimed, [CAR_LABEL, ...WORK_LABELS]),
  }
}

function sumOf({ byLabel, others }: Claimed, labels: readonly string[]): number {
  return [...byLabel.map(({ label, claimableCents }) => ({ label, cents: claimableCents })), ...others]
    .filter(({ label }) => label !== null && labels.includes(label))
    .reduce((sum, { cents }) => sum + cents, 0)
}
