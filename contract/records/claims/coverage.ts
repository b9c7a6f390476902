import { type RecordClaim, type Service, services } from '../schemas.ts'
import { CAR_LABEL, HOME_LABEL } from '../year.ts'
import { claimIdOfDiary } from './home.ts'

/** The facts of an expense that decide whether a record covers it. */
export type CoverableExpense = {
  /** Its deduction label, confirmed or suggested; null if it isn't sorted yet. For a business, the one an employee would use. */
  label: string | null
  supplier: string | null
  description: string
  /** Whether it's an asset that's still claimed in a later year. */
  isAsset: boolean
  /** Whether it may be an asset, and its owner hasn't said yet. */
  mayBeAsset: boolean
}

const phoneOrInternet =
  /\b(internet|broadband|nbn|(mobile|phone) (plan|bill|recharge)s?|telstra|optus|vodafone|tpg|iinet|belong|superloop|amaysim|boost mobile|aldi ?mobile|dodo|exetel|lebara)\b/i
/** The fixed rate also covers energy, stationery and computer consumables (PCG 2023/1). */
const otherRunningCosts = [
  /\b(electricity|natural gas|(energy|power|gas) bills?|agl|actewagl|(origin|red|momentum|simply|aurora|ovo) energy|energy ?australia|alinta|ergon|globird|powershop|synergy|horizon power|jacana)\b/i,
  /\b(stationery|office supplies|(copy|printer|printing|a4) paper|pens?|highlighters?|notepads?|envelopes?|post-?its?|sticky notes?)\b/i,
  /\b(toners?|(ink|printer|toner) cartridges?|printer inks?|computer consumables)\b/i,
]
/** What fills a tank. */
const fuels = /\b(fuel|petrol|diesel|unleaded|e10|ulp|lpg|servo|service station)\b/i
/** Suppliers that hardly sell anything else. */
const fuelBrands =
  /\b(ampol|caltex|bp|shell|mobil|united petroleum|puma energy|metro petroleum|viva energy)\b/i
/** Suppliers that also sell much else, or share their name with other businesses. */
const otherFuelBrands = /\b(7-?eleven|liberty)\b/i
/** What else a car costs. Tolls and parking don't count as that. */
const otherCarCosts =
  /\b(rego|ctp|green slip|mechanics?|log ?book service|roadside assist(ance)?|(car|vehicle|motor) (registration|insurance|servic(e|ing)|repairs?|wash|loan|lease))\b|(?<!\b(bike|bicycle|mower|tractor|trailer) )\btyres?\b/i
const serviceNames: Record<Service, RegExp> = {
  phone: /\b(mobile|phone)\b/i,
  internet: /\b(internet|broadband|nbn|tpg|iinet|superloop)\b/i,
}

/** Whether an expense is a bill for a phone or the internet, which the fixed rate for hours at home covers. */
export function isPhoneOrInternet(expense: CoverableExpense): boolean {
  return expense.label === HOME_LABEL && phoneOrInternet.test(textOf(expense))
}

type NamedExpense = Pick<CoverableExpense, 'supplier' | 'description'>

/** Whether an expense that’s for a car is for its fuel. */
export function isFuel(carCost: NamedExpense): boolean {
  return [fuels, fuelBrands, otherFuelBrands].some((words) => words.test(textOf(carCost)))
}

/**
 * The label that an employee would use for an expense without a receipt: it says what the expense is for. Without a category,
 * only the words of an expense of a business do.
 */
export function purposeOf({
  label,
  ...expense
}: NamedExpense & Pick<CoverableExpense, 'label'>): string | null {
  if (label !== 'business') return label
  const isForCar =
    fuelBrands.test(expense.supplier ?? '') ||
    [fuels, otherCarCosts].some((words) => words.test(textOf(expense)))
  return isForCar ? CAR_LABEL : HOME_LABEL
}

/**
 * Whether the claims that count already include an expense, so that it mustn't be claimed again. Claims for a car include
 * its costs even while they have no figure or none is chosen, because the costs can't be claimed in any other way. While
 * none is chosen for home, what each of them includes is included.
 */
export function isCoveredBy(claims: readonly RecordClaim[]): (expense: CoverableExpense) => boolean {
  const hasCar = claims.some(includesCarCosts)
  const forHome = claims.filter(({ kind }) => kind === 'workFromHome' || kind === 'phoneAndInternet')
  const counted = forHome.filter(({ isChosen }) => isChosen)
  const options = counted.length > 0 ? [counted] : [...Map.groupBy(forHome, ({ kind }) => kind).values()]
  return (expense) => {
    if (expense.label === CAR_LABEL) return hasCar
    if (expense.label !== HOME_LABEL || expense.isAsset || expense.mayBeAsset) return false
    return options.length > 0 && options.every((option) => includesRunningCost(option, expense))
  }
}

function includesRunningCost(claims: readonly RecordClaim[], expense: CoverableExpense): boolean {
  const known = claims.filter(({ claimableCents }) => claimableCents !== null)
  const hasFixedRate = known.some(({ kind }) => kind === 'workFromHome')
  const hasDiary = (service: Service) => known.some(({ _id }) => _id === claimIdOfDiary(service))
  if (isPhoneOrInternet(expense)) return hasFixedRate || servicesOf(expense).some(hasDiary)
  return hasFixedRate && otherRunningCosts.some((words) => words.test(textOf(expense)))
}

/** Whether a claim is for a car, and not for trips in another vehicle. */
export function isCarClaim({ kind, choice }: Pick<RecordClaim, 'kind' | 'choice'>): boolean {
  return (kind === 'carTrips' || kind === 'carLogbook') && choice !== null
}

/** Whether a claim includes the costs of a car. The logbook of one that cost nothing, such as after it was sold, has none. */
export function includesCarCosts(
  claim: Pick<RecordClaim, 'kind' | 'choice' | 'quantity' | 'claimableCents'>,
): boolean {
  const hasNoCosts = claim.kind === 'carLogbook' && claim.quantity > 0 && claim.claimableCents === 0
  return isCarClaim(claim) && !hasNoCosts
}

/** Both, if it only names a supplier of both. */
function servicesOf(expense: CoverableExpense): readonly Service[] {
  const named = services.filter((service) => serviceNames[service].test(textOf(expense)))
  return named.length > 0 ? named : services
}

/** Whether a claim is for trips in a vehicle that isn't a car. They're evidence for its receipts, and never have a figure. */
export function isOtherVehicleClaim({ kind, choice }: Pick<RecordClaim, 'kind' | 'choice'>): boolean {
  return kind === 'carTrips' && choice === null
}

function textOf({ supplier, description }: NamedExpense): string {
  return `${supplier ?? ''} ${description}`
}
