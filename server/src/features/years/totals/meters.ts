import { CAR_LABEL, type Meter, type YearRules, type YearSummary } from '@docketbox/contract'

/** Work expenses besides cars, which have their own rules. */
const WORK_LABELS = ['D2', 'D3', 'D4', 'D5', 'D6']

export type Claim = {
  label: string | null
  cents: number
  /** How much of it is for meals and nights away that an allowance pays for. */
  allowanceCents: number
}
/** What's claimed in a year, and how much of it the owner recorded without a receipt. */
export type Claimed = {
  claims: readonly Claim[]
  smallExpensesCents: number
  laundryCents: number
  /** Labels with a claim whose figure isn't known yet; null stands for claims without a label, which could have any. */
  unknownLabels: ReadonlySet<string | null>
  isLaundryUnknown: boolean
}

/** How much of each simpler rule's limit is used. */
export function metersOf(rules: YearRules | undefined, claimed: Claimed): Meter[] {
  const meter = (
    kind: Meter['kind'],
    { usedCents, hasUnknown = false }: { usedCents: number; hasUnknown?: boolean },
    figure: YearRules['laundryCents'] | undefined,
  ) => ({
    kind,
    usedCents,
    hasUnknown,
    limitCents: figure?.value ?? null,
    eachCents: kind === 'smallExpenses' ? (rules?.smallExpenseCents?.value ?? null) : null,
    status: figure?.status ?? ('unknown' as const),
  })
  const { smallExpensesCents, laundryCents, isLaundryUnknown } = claimed
  const work = sumOf(claimed, WORK_LABELS)
  return [
    meter(
      'writtenEvidence',
      { usedCents: work.cents - work.allowanceCents, hasUnknown: work.hasUnknown },
      rules?.noEvidenceCents,
    ),
    meter('smallExpenses', { usedCents: smallExpensesCents }, rules?.smallExpensesCents),
    meter('laundry', { usedCents: laundryCents, hasUnknown: isLaundryUnknown }, rules?.laundryCents),
  ]
}

/** The standard deduction of a year beside what its work expenses add up to; null for years without one. */
export function standardDeductionOf(
  rules: YearRules | undefined,
  claimed: Claimed,
): YearSummary['standardDeduction'] {
  const figure = rules?.standardDeductionCents
  if (!figure?.value) return null
  const { cents, hasUnknown } = sumOf(claimed, [CAR_LABEL, ...WORK_LABELS])
  return { cents: figure.value, status: figure.status, workExpensesCents: cents, hasUnknown }
}

function sumOf({ claims, unknownLabels }: Claimed, labels: readonly string[]) {
  const relevant = claims.filter(({ label }) => label !== null && labels.includes(label))
  return {
    cents: relevant.reduce((sum, { cents }) => sum + cents, 0),
    allowanceCents: relevant.reduce((sum, { allowanceCents }) => sum + allowanceCents, 0),
    hasUnknown: [null, ...labels].some((label) => unknownLabels.has(label)),
  }
}
