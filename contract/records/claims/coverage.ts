import { type RecordClaim, type Service, services } from '../schemas.ts'
import { CAR_LABEL } from '../year.ts'
import { claimIdOfDiary } from './home.ts'

/** What decides whether a record covers an expense. */
export type CoverableExpense = {
  /** Its deduction label, confirmed or suggested; null if it isn't sorted yet. */
  label: string | null
  supplier: string | null
  description: string
}

const workLabels: readonly (string | null)[] = ['D2', 'D4', 'D5', 'D6']
const phoneOrInternet =
  /\b(internet|broadband|nbn|mobile plan|phone plan|telstra|optus|vodafone|tpg|iinet|aussie broadband|belong|superloop)\b/i
const serviceNames: Record<Service, RegExp> = {
  phone: /\b(mobile|phone)\b/i,
  internet: /\b(internet|broadband|nbn|tpg|iinet|superloop)\b/i,
}

/** Whether an expense is a bill for a phone or the internet. */
export function isPhoneOrInternet({ label, supplier, description }: CoverableExpense): boolean {
  return workLabels.includes(label) && phoneOrInternet.test(`${supplier ?? ''} ${description}`)
}

/**
 * Whether the claims that count already include an expense, which mustn't be counted as well. Without a figure they
 * include nothing yet.
 */
export function isCoveredBy(claims: readonly RecordClaim[]): (expense: CoverableExpense) => boolean {
  const counted = claims.filter(({ isChosen, claimableCents }) => isChosen && claimableCents !== null)
  const hasKind = (...kinds: RecordClaim['kind'][]) => counted.some(({ kind }) => kinds.includes(kind))
  const hasCar = hasKind('carTrips', 'carLogbook')
  const hasFixedRate = hasKind('workFromHome')
  const hasDiary = (service: Service) => counted.some(({ _id }) => _id === claimIdOfDiary(service))
  return (expense) => {
    if (expense.label === CAR_LABEL) return hasCar
    return isPhoneOrInternet(expense) && (hasFixedRate || servicesOf(expense).some(hasDiary))
  }
}

/** Both, if it only names a supplier of both. */
function servicesOf({ supplier, description }: CoverableExpense): readonly Service[] {
  const named = services.filter((service) => serviceNames[service].test(`${supplier ?? ''} ${description}`))
  return named.length > 0 ? named : services
}
