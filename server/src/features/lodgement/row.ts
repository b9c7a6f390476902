import { isDeepStrictEqual } from 'node:util'
import type { Claims } from '@docketbox/contract'
import type { Selectable } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Lodgements } from '#platform/database/row-types.ts'
import { decryptRow } from './encryption/decrypt-lodgement.ts'
import { encryptParts, type PrivateParts } from './encryption/parts.ts'
import type { EncryptedRow } from './store.ts'

type Row = Selectable<Lodgements>
type BaseColumns = Pick<Row, 'id' | 'reference' | 'idempotencyKey' | 'createdAt'>

/** The row of a lodgement, its private parts encrypted. */
export function rowOf(deps: Pick<Deps, 'secrets'>, base: BaseColumns, claims: Claims): Row {
  return { ...base, ...readableColumnsOf(claims), ...encryptParts(deps, base.id, privatePartsOf(claims)) }
}

/** Whether a stored lodgement has the same answers. */
export function hasAnswers(deps: Pick<Deps, 'secrets'>, row: EncryptedRow, claims: Claims): boolean {
  const stored = decryptRow(deps, row)
  return isDeepStrictEqual(stored, { ...stored, ...readableColumnsOf(claims), ...privatePartsOf(claims) })
}

function readableColumnsOf(claims: Claims) {
  const { investmentDetails, residency, logBookDetails: amounts } = claims
  const { incomeYear, fullName, email, phoneNumber, dependents } = claims
  return {
    incomeYear,
    fullName,
    email,
    phoneNumber,
    dependents,
    hasSpouse: claims.spouseInformation ?? null,
    hasInvestmentProperty: claims.investmentProperty ?? null,
    propertyExpensesCents: investmentDetails?.totalPropertyExpenses ?? null,
    isResident: residency?.status ?? null,
    medicareCardDate: residency?.medicare ?? null,
    keepsLogBook: claims.logBook ?? null,
    weeklyFuelExpensesCents: amounts?.weeklyFuelExpenses ?? null,
    carRepairsAndServicingCents: amounts?.carRepairsAndServicing ?? null,
    monthlyInsuranceCents: amounts?.monthlyInsurance ?? null,
    monthlyInternetCents: amounts?.monthlyInternet ?? null,
    weeklyFoodAtWorkCents: amounts?.weeklyFoodAtWork ?? null,
    clothingAndLaundryCents: amounts?.clothingAndLaundry ?? null,
    yearlyDonationCents: amounts?.yearlyDonation ?? null,
    workRelatedCents: amounts?.workRelated ?? null,
    monthlyDonationCents: amounts?.monthlyDonation ?? null,
  }
}

function privatePartsOf({ spouseDetails, investmentDetails }: Claims): PrivateParts {
  return {
    spouse: spouseDetails ?? null,
    rentalIncomeCents: investmentDetails?.totalRentalIncome ?? null,
  }
}
