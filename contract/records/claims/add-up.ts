import { tripClaims, logbookClaims } from './car.ts'
import { isOtherVehicleClaim } from './coverage.ts'
import { diaryClaims, laundryClaims, workFromHomeClaims } from './home.ts'
import type { RecordRules } from '../rules.ts'
import type { RecordClaim } from '../schemas.ts'
import { type OpenClaim, type YearOfRecords } from '../year.ts'

/**
 * The claims that the records of a year add up to; kinds without records are left out.
 * @param rules undefined for a year whose rules aren't known.
 */
export function claimsOf(year: YearOfRecords, rules: RecordRules | undefined): RecordClaim[] {
  const claims = [
    ...workFromHomeClaims(year, rules),
    ...year.vehicles.flatMap((vehicle) => [
      ...tripClaims(vehicle, year, rules),
      ...logbookClaims(vehicle, year),
    ]),
    ...laundryClaims(year, rules),
    ...diaryClaims(year),
  ]
  return claims.map((claim) => ({
    ...claim,
    ...(year.isBusiness && { label: 'business' as const }),
    isChosen: isChosen(claim, claims, year.choices),
  }))
}

/** The total of the chosen claims, and whether one of them isn't known. */
export function totalOf(claims: readonly RecordClaim[]): { cents: number; hasUnknown: boolean } {
  const chosen = claims.filter((claim) => claim.isChosen)
  return {
    cents: chosen.reduce((sum, { claimableCents }) => sum + (claimableCents ?? 0), 0),
    hasUnknown: unknownClaims(claims).length > 0,
  }
}

/** The claims without a figure yet, because something they depend on isn't known or their method isn't chosen. */
export function unknownClaims(claims: readonly RecordClaim[]): RecordClaim[] {
  const open = openChoices(claims)
  return claims.filter((claim) => {
    if (isOtherVehicleClaim(claim)) return false
    const { choice, isChosen, claimableCents } = claim
    return isChosen ? claimableCents === null : choice !== null && open.includes(choice)
  })
}

/** The choices that are still open: several kinds have records, and none was chosen. */
export function openChoices(claims: readonly RecordClaim[]): string[] {
  const choices = new Set(claims.flatMap(({ choice }) => choice ?? []))
  return [...choices].filter((choice) => claims.every((claim) => claim.choice !== choice || !claim.isChosen))
}

function isChosen(
  { choice, kind }: OpenClaim,
  all: readonly OpenClaim[],
  choices: YearOfRecords['choices'],
): boolean {
  if (choice === null) return true
  const hasAlternative = all.some((other) => other.choice === choice && other.kind !== kind)
  return !hasAlternative || choices[choice] === kind
}
