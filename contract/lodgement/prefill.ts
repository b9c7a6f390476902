import { receiptCount } from '../core/counts.ts'
import { formatCents } from '../core/money.ts'
import type { RecordClaim } from '../records/schemas.ts'
import { type LogBookItem, timesAYear } from './amounts.ts'

/** What decides where a receipt goes in the form. */
export type PrefillReceipt = {
  /** The name of its category. */
  category: string
  /** Its deduction label, confirmed or suggested; null if it isn't sorted yet. */
  label: string | null
  supplier: string | null
  description: string
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
  /** Receipts that were left out because they have no label or no amount yet. */
  leftOut: number
}

type Sum = { cents: number; receipts: number; records: string[] }

/** Sorts the receipts and records of a year into the amounts of the form. Items nothing belongs to stay empty. */
export function prefillAmounts(
  receipts: readonly PrefillReceipt[],
  claims: readonly RecordClaim[],
): PrefilledAmounts {
  const sums = new Map<PrefillItem, Sum>()
  const sumOf = (item: PrefillItem): Sum => {
    const sum = sums.get(item) ?? { cents: 0, receipts: 0, records: [] }
    sums.set(item, sum)
    return sum
  }
  const chosen = claims.filter((claim) => claim.isChosen && claim.claimableCents !== null)
  const coveredItems = new Set(chosen.flatMap(({ kind }) => covers[kind] ?? []))
  let leftOut = 0
  for (const receipt of receipts) {
    const item = itemOf(receipt)
    if (item === 'leftOut' || (item && receipt.claimableCents === null)) leftOut++
    else if (item && !coveredItems.has(item)) {
      const sum = sumOf(item)
      sum.cents += receipt.claimableCents!
      sum.receipts++
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
  }
}

const itemOrder: Record<PrefillItem, number> = { ...timesAYear, totalPropertyExpenses: 1 }

function amountOf(item: PrefillItem, { cents, receipts, records }: Sum): PrefilledAmount {
  const times = itemOrder[item]
  const parts = [...(receipts > 0 ? [receiptCount(receipts)] : []), ...records]
  const from = `From ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts[0]!}`
  const period = times === 52 ? 'weeks' : 'months'
  return {
    item,
    cents: Math.round(cents / times),
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
/** What a record stands in for, so that receipts of the same costs aren't counted as well. */
const covers: Partial<Record<RecordClaim['kind'], readonly PrefillItem[]>> = {
  workFromHome: ['monthlyInternet'],
  carTrips: ['weeklyFuelExpenses', 'carRepairsAndServicing'],
  carLogbook: ['weeklyFuelExpenses', 'carRepairsAndServicing'],
  phoneAndInternet: ['monthlyInternet'],
}

const fuel =
  /\b(fuel|petrol|diesel|unleaded|e10|ulp|lpg|ampol|caltex|bp|shell|mobil|7-?eleven|united petroleum|puma energy|metro petroleum|liberty|viva energy|servo|service station)\b/i
const insurance = /\b(insurance|premium|cover|policy|protection)\b/i
const internet =
  /\b(internet|broadband|nbn|mobile plan|phone plan|telstra|optus|vodafone|tpg|iinet|aussie broadband|belong|superloop)\b/i

/** The item a receipt belongs to; undefined if the form doesn't ask for it. */
function itemOf({
  category,
  label,
  supplier,
  description,
}: PrefillReceipt): PrefillItem | 'leftOut' | undefined {
  const text = `${supplier ?? ''} ${description}`
  switch (label) {
    case null:
      return 'leftOut'
    case 'D1':
      return fuel.test(text) ? 'weeklyFuelExpenses' : 'carRepairsAndServicing'
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
      return internet.test(text) ? 'monthlyInternet' : 'workRelated'
    default:
      return undefined
  }
}
