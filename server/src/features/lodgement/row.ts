import type { Claims } from '@docketbox/contract'
import type { Selectable } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Lodgements } from '#platform/database/row-types.ts'
import { sealParts } from './sealed-parts.ts'

type Row = Selectable<Lodgements>
type Fresh = Pick<Row, 'id' | 'reference' | 'idempotencyKey' | 'createdAt'>

/** The row of a lodgement: what was answered, sealed where it must be. */
export function rowOf(deps: Pick<Deps, 'secrets'>, fresh: Fresh, given: Claims): Row {
  const { spouseDetails, investmentDetails, residency } = given
  const { incomeYear, fullName, email, phoneNumber, dependents } = given
  return {
    ...fresh,
    incomeYear,
    fullName,
    email,
    phoneNumber,
    dependents,
    hasSpouse: given.spouseInformation ?? null,
    hasInvestmentProperty: given.investmentProperty ?? null,
    propertyExpensesCents: investmentDetails?.totalPropertyExpenses ?? null,
    isResident: residency?.status ?? null,
    medicareCardDate: residency?.medicare ?? null,
    ...logBookOf(given),
    ...sealParts(deps, fresh.id, {
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
