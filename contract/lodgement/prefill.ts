import { countOf, receiptCount } from '../core/counts.ts'
import { formatCents } from '../core/money.ts'
import { unknownClaims } from '../records/claims/add-up.ts'
import { type CoverableExpense, isCoveredBy, isFuel, isPhoneOrInternet } from '../records/claims/coverage.ts'
import { type DeductionLabel, deductionLabels } from '../receipts/deduction-labels.ts'
import type { RecordClaim } from '../records/schemas.ts'
import { type LogBookItem, timesAYear } from './amounts.ts'

/** What decides where a receipt, or an expense without one, goes in the form. */
export type PrefillExpense = CoverableExpense & {
  label: DeductionLabel | null
  /** The name of its category; null for an expense without a receipt. */
  category: string | null
  /** Whether the owner confirmed its label. */
  isLabelConfirmed: boolean
  /** The share for work; null without an amount in Australian dollars. */
  claimableCents: number | null
}

/** The amounts of the form that receipts and records can fill in. */
export type PrefillItem = LogBookItem | 'totalPropertyExpenses'
export type PrefilledAmount = {
  item: PrefillItem
  /** For the item's period: a week, a month or the year. */
  cents: number
  /** Where it comes from: `From 14 receipts: $1,234.00 over 52 weeks.` */
  source: string
}
export type PrefilledAmounts = {
  amounts: PrefilledAmount[]
  /** Receipts and expenses that were left out: they have no label or no amount yet, or we think they're private. */
  leftOut: number
  /** Assets that were left out: only their decline in value counts, which we don't know. */
  assets: number
  /** Receipts and expenses that were left out because they may be for assets, which their owner hasn't said. */
  possibleAssets: number
  /** Labels with an amount that the form doesn't ask for, such as tax agent fees or a business, in the return's order. */
  otherLabels: DeductionLabel[]
  /** Records that were left out, each with what its figure waits for: `Choose a method.` */
  recordsLeftOut: { subject: string; reason: string }[]
}

type Sum = { cents: number; receipts: number; expenses: number; records: string[] }

/** Sorts the expenses and records of a year into the amounts of the form. Items nothing belongs to stay empty. */
export function prefillAmounts(
  expenses: readonly PrefillExpense[],
  records: readonly RecordClaim[],
): PrefilledAmounts {
  const otherLabels = new Set<DeductionLabel>(
    records.some(({ label, isChosen }) => label === 'business' && isChosen) ? ['business'] : [],
  )
  // The form has no questions about a business.
  const claims = records.filter(({ label }) => label !== 'business')
  const sums = new Map<PrefillItem, Sum>()
  const sumOf = (item: PrefillItem): Sum => {
    const sum = sums.get(item) ?? { cents: 0, receipts: 0, expenses: 0, records: [] }
    sums.set(item, sum)
    return sum
  }
  const chosen = claims.filter((claim) => claim.isChosen && (claim.claimableCents ?? 0) > 0)
  const isCoveredByClaims = isCoveredBy(records)
  let leftOut = 0
  let assets = 0
  let possibleAssets = 0
  for (const expense of expenses) {
    // Not for work.
    if (expense.claimableCents === 0) continue
    const item = itemOf(expense)
    if (item === undefined) {
      if (expense.label !== 'private' && expense.claimableCents !== null) otherLabels.add(expense.label!)
      continue
    }
    const isCovered = item !== 'weeklyFoodAtWork' && isCoveredByClaims(expense)
    if (item === 'leftOut' || expense.claimableCents === null) leftOut++
    else if (!isCovered && expense.isAsset) assets++
    else if (!isCovered && expense.mayBeAsset) possibleAssets++
    else if (!isCovered) {
      const sum = sumOf(item)
      sum.cents += expense.claimableCents
      sum[expense.category === null ? 'expenses' : 'receipts']++
    }
  }
  for (const { kind, subject, claimableCents } of chosen) {
    const sum = sumOf(itemOfRecord[kind])
    sum.cents += claimableCents!
    sum.records.push(sourceNames[kind](subject))
  }
  const items = Object.keys(itemOrder) as PrefillItem[]
  return {
    amounts: items.flatMap((item) => {
      const sum = sums.get(item)
      return sum ? [amountOf(item, sum)] : []
    }),
    leftOut,
    assets,
    possibleAssets,
    otherLabels: deductionLabels.filter((label) => otherLabels.has(label)),
    recordsLeftOut: recordsWithoutFigure(claims),
  }
}

/** Those whose figure isn't known, and those whose method isn't chosen, together for each choice. */
function recordsWithoutFigure(claims: readonly RecordClaim[]): PrefilledAmounts['recordsLeftOut'] {
  const groups = Map.groupBy(unknownClaims(claims), ({ _id, choice, isChosen }) => (isChosen ? _id : choice))
  return [...groups.values()].map((group) => ({
    subject: [...new Set(group.map(({ subject }) => subject))].join(', '),
    reason: group[0]!.isChosen ? (group[0]!.note ?? '') : 'Choose a method.',
  }))
}

const itemOrder: Record<PrefillItem, number> = { ...timesAYear, totalPropertyExpenses: 1 }

function amountOf(item: PrefillItem, { cents, receipts, expenses, records }: Sum): PrefilledAmount {
  const times = itemOrder[item]
  const parts = [
    ...(receipts > 0 ? [receiptCount(receipts)] : []),
    ...(expenses > 0 ? [`${countOf(expenses, 'expense')} without a receipt`] : []),
    ...records,
  ]
  const from = `From ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts[0]!}`
  const period = times === 52 ? 'weeks' : 'months'
  return {
    item,
    // Rounded down, so that the year's total isn't more than was spent.
    cents: Math.floor(cents / times),
    source: times === 1 ? `${from}.` : `${from}: ${formatCents(cents)} over ${times} ${period}.`,
  }
}

const sourceNames: Record<RecordClaim['kind'], (subject: string) => string> = {
  workFromHome: () => 'your hours working from home',
  carTrips: (car) => `your trips in the ${car}`,
  carLogbook: (car) => `your ${car} logbook`,
  laundry: () => 'your laundry loads',
  phoneAndInternet: (service) => `your ${service.toLowerCase()} diary`,
}
const itemOfRecord: Record<RecordClaim['kind'], PrefillItem> = {
  workFromHome: 'workRelated',
  carTrips: 'workRelated',
  carLogbook: 'workRelated',
  laundry: 'clothingAndLaundry',
  phoneAndInternet: 'monthlyInternet',
}

const insurance = /\b(insurance|premium|cover|policy|protection)\b/i

/** The item an expense belongs to; undefined if the form doesn't ask for it. */
function itemOf(expense: PrefillExpense): PrefillItem | 'leftOut' | undefined {
  const { category, label, isLabelConfirmed, supplier, description } = expense
  const text = `${supplier ?? ''} ${description}`
  switch (label) {
    case null:
      return 'leftOut'
    case 'D1':
      return isFuel(expense) ? 'weeklyFuelExpenses' : 'carRepairsAndServicing'
    case 'D3':
      return 'clothingAndLaundry'
    case 'D9':
      return 'yearlyDonation'
    case 'D15':
      return insurance.test(text) ? 'monthlyInsurance' : 'workRelated'
    case 'rental':
      return 'totalPropertyExpenses'
    case 'D2':
    case 'D4':
    case 'D5':
    case 'D6':
      if (category === 'WorkMeal') return 'weeklyFoodAtWork'
      return isPhoneOrInternet(expense) ? 'monthlyInternet' : 'workRelated'
    case 'private':
      return isLabelConfirmed ? undefined : 'leftOut'
    case 'D7':
    case 'D8':
    case 'D10':
    case 'D11':
    case 'D12':
    case 'D13':
    case 'D14':
    case 'business':
      return undefined
  }
}
