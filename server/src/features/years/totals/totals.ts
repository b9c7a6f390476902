import {
  CAR_LABEL,
  type DeductionLabel,
  hasAllowance,
  HOME_LABEL,
  type IncompleteReceipt,
  isCoveredBy,
  type LabelTotals,
  mayBeAsset,
  missingDetails,
  noTotals,
  type PossibleAsset,
  type ReceiptTotals,
  type RecordClaim,
  type LodgedReturn,
  suggestLabel,
  wasInReturn,
  type YearRules,
  type YearSummary,
} from '@docketbox/contract'
import type { Claim } from './meters.ts'
import type { YearReceipt } from '../receipts-store.ts'

export const MAX_LISTED = 50
/** How many receipts of a list are in memory before all but the most valuable are dropped. */
const MAX_HELD = 500

type Requirements = Parameters<typeof missingDetails>[1] & {
  rules: Pick<YearRules, 'immediateAssetCents'> | undefined
  lodgedReturn: LodgedReturn | null
  /** Of the year's records, which may cover receipts. */
  claims: readonly RecordClaim[]
}
export type Tally = Readonly<{ add: (receipt: YearReceipt) => void; result: () => TallyResult }>
type TallyResult = Pick<
  YearSummary,
  'totals' | 'byCategory' | 'byLabel' | 'assetCents' | 'months' | 'missing' | 'addedSinceLodged'
> & {
  cars: Omit<YearSummary['cars'], 'withoutReceiptCents'>
  possibleAssets: Omit<YearSummary['possibleAssets'], 'expenses'>
  /** What counts besides records, by label. */
  counted: Claim[]
  /**
   * Labels with a figure that isn't known: an amount, or the decline in value of an asset claimed over several years. Null
   * stands for amounts without a label.
   */
  unknownLabels: ReadonlySet<DeductionLabel | null>
}

/** Adds up the receipts of a year one at a time, so that they needn't all be in memory. */
export function createTally({ lodgedReturn, claims, ...requirements }: Requirements): Tally {
  const totals = { ...noTotals }
  const byCategory = new Map<string, ReceiptTotals>()
  const byLabel = new Map<DeductionLabel | null, LabelTotals>()
  const months = new Map<string, { receipts: number; totalCents: number }>()
  const counted = new Map<DeductionLabel | null, Claim>()
  const unknownLabels = new Set<DeductionLabel | null>()
  const isCovered = isCoveredBy(claims)
  const cars = { receipts: 0, spentCents: 0, reimbursedCents: 0, claimableCents: 0, assetSpentCents: 0 }
  const possibleAssets = { receipts: 0, claimableCents: 0 }
  const incomplete = createShortlist<IncompleteReceipt>()
  const possible = createShortlist<PossibleAsset>()
  let assetCents = 0
  let addedSinceLodged = 0

  function add(receipt: YearReceipt): void {
    const sources = receipt.describedBy ? { description: receipt.describedBy } : {}
    const missing = missingDetails({ ...receipt, sources }, requirements)
    const { label } = receipt
    const ofLabel = entryOf(byLabel, label, () => ({
      label,
      ...noTotals,
      coveredCents: 0,
      assetSpentCents: 0,
    }))
    for (const sums of [totals, entryOf(byCategory, receipt.categoryId, () => ({ ...noTotals })), ofLabel])
      addTo(sums, receipt, missing.length === 0)
    count(receipt, ofLabel)
    const month = entryOf(months, dayIncurred(receipt).slice(0, 7), () => ({ receipts: 0, totalCents: 0 }))
    month.receipts++
    month.totalCents += receipt.spentCents ?? 0
    if (lodgedReturn !== null && !wasInReturn(receipt, lodgedReturn)) addedSinceLodged++
    if (missing.length > 0) incomplete.add(receipt, presentIncomplete(receipt, missing))
  }

  function count(receipt: YearReceipt, ofLabel: LabelTotals): void {
    const { label, spentCents, claimableCents, isReimbursed, isAsset } = receipt
    const isOnAllowance = hasAllowance(receipt.categoryId, receipt.labelAnswers)
    const purpose = asEmployee(receipt)
    const assetSpentCents = isAsset && !isReimbursed ? (spentCents ?? 0) : 0
    ofLabel.assetSpentCents += assetSpentCents
    if (purpose.label === CAR_LABEL) {
      cars.receipts++
      cars.spentCents += spentCents ?? 0
      cars.claimableCents += claimableCents ?? 0
      cars.reimbursedCents += isReimbursed ? (spentCents ?? 0) : 0
      // What may be one, too: the price of a car mustn't pass for what it cost to run.
      cars.assetSpentCents += mayBeAsset(purpose, requirements.rules) ? (spentCents ?? 0) : assetSpentCents
    }
    // Paid back, confirmed as private, or not for work.
    if (claimableCents === 0) return
    const isPossible = mayBeAsset(receipt, requirements.rules)
    if (isOnAllowance === null && isCovered({ ...purpose, mayBeAsset: isPossible })) {
      ofLabel.coveredCents += claimableCents ?? 0
      return
    }
    if (isAsset || isPossible || claimableCents === null || label === null) unknownLabels.add(label)
    if (isPossible) {
      possibleAssets.receipts++
      possibleAssets.claimableCents += claimableCents ?? 0
      possible.add(receipt, presentPossible(receipt))
      return
    }
    if (isAsset) {
      assetCents += claimableCents ?? 0
      return
    }
    const claim = entryOf(counted, label, () => ({ label, cents: 0, allowanceCents: 0 }))
    claim.cents += claimableCents ?? 0
    if (isOnAllowance) claim.allowanceCents += claimableCents ?? 0
  }

  return {
    add,
    result: () => ({
      totals,
      byCategory: inOrder(byCategory).map(([category, sums]) => ({ category, ...sums })),
      byLabel: inOrder(byLabel).map(([, sums]) => sums),
      months: [...months]
        .map(([month, sums]) => ({ month, ...sums }))
        .toSorted((one, other) => one.month.localeCompare(other.month)),
      missing: {
        receipts: totals.incomplete,
        docs: incomplete.list(),
      },
      cars,
      possibleAssets: { ...possibleAssets, docs: possible.list() },
      addedSinceLodged,
      assetCents,
      unknownLabels,
      counted: [...counted.values()],
    }),
  }
}

/** Gives an expense of a business the label that an employee would use: it says what the expense is for. */
export function asEmployee<
  Receipt extends Pick<YearReceipt, 'label' | 'categoryId' | 'description' | 'supplier' | 'labelAnswers'>,
>(receipt: Receipt): Receipt {
  if (receipt.label !== 'business') return receipt
  const { categoryId: category, labelAnswers: answers } = receipt
  const { label } = suggestLabel({ ...receipt, category, answers, work: 'employee' })
  return { ...receipt, label: label ?? HOME_LABEL }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const entry = map.get(key) ?? create()
  map.set(key, entry)
  return entry
}

function addTo(
  totals: ReceiptTotals,
  { spentCents, claimableCents, gstCents, currency, isReimbursed }: YearReceipt,
  isComplete: boolean,
): void {
  totals.receipts++
  if (spentCents === null) totals.withoutAmount++
  totals.spentCents += spentCents ?? 0
  if (isReimbursed) totals.reimbursedCents += spentCents ?? 0
  totals.claimableCents += claimableCents ?? 0
  if (currency === 'AUD') totals.gstCents += gstCents ?? 0
  totals[isComplete ? 'complete' : 'incomplete']++
}

/** The greatest amount first. */
function inOrder<Key, Totals extends ReceiptTotals>(sums: ReadonlyMap<Key, Totals>): [Key, Totals][] {
  return [...sums].toSorted(
    ([, one], [, other]) => other.spentCents - one.spentCents || other.receipts - one.receipts,
  )
}

/** The day that decides the income year (requirement 18). */
function dayIncurred({ paidDate, documentDate, capturedOn }: YearReceipt): string {
  return paidDate ?? documentDate ?? capturedOn
}

/** A list of the most valuable receipts, from any number of them. */
function createShortlist<Shown>() {
  let held: { id: string; spentCents: number | null; shown: Shown }[] = []
  const mostValuable = () =>
    held
      .toSorted(
        (one, other) => (other.spentCents ?? 0) - (one.spentCents ?? 0) || (one.id < other.id ? 1 : -1),
      )
      .slice(0, MAX_LISTED)
  return {
    add: ({ id, spentCents }: YearReceipt, shown: Shown): void => {
      held.push({ id, spentCents, shown })
      if (held.length > MAX_HELD) held = mostValuable()
    },
    list: (): Shown[] => mostValuable().map(({ shown }) => shown),
  }
}

function presentPossible(receipt: YearReceipt): PossibleAsset {
  const { id, supplier, description, spentCents } = receipt
  return {
    _id: id,
    hasReceipt: true,
    name: supplier ?? description,
    description,
    day: dayIncurred(receipt),
    spentCents: spentCents ?? 0,
  }
}

function presentIncomplete(
  { id, supplier, description, documentDate, paidDate, capturedOn, totalCents, currency }: YearReceipt,
  missing: IncompleteReceipt['missing'],
): IncompleteReceipt {
  return {
    _id: id,
    name: supplier ?? description,
    day: documentDate ?? paidDate ?? capturedOn,
    totalCents,
    currency,
    missing,
  }
}
