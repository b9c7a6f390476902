import type { Claims } from '@docketbox/contract'
import type { Selectable } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Lodgements } from '#platform/database/row-types.ts'
import { encryptParts } from './encryption/parts.ts'

type Row = Selectable<Lodgements>
type BaseColumns = Pick<Row, 'id' | 'reference' | 'idempotencyKey' | 'createdAt'>

/** The row of a lodgement, its private parts encrypted. */
export function rowOf(deps: Pick<Deps, 'secrets'>, base: BaseColumns, claims: Claims): Row {
  const { spouseDetails, investmentDetails, residency } = claims
  const { incomeYear, fullName, email, phoneNumber, dependents } = claims
  return {
    ...base,
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
    ...logBookOf(claims),
    ...encryptParts(deps, base.id, {
      spouse: spouseDetails ?? null,
      rentalIncomeCents: investmentDetails?.totalRentalIncome ?? null,
    }),
  }
}

function logBookOf({ logBook, logBookDetails: amounts }: Claims) {
  return {
    keepsLogBook: logBook ?? null,
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
