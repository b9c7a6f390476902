import { formatCents } from '@docketbox/contract'
import { readWholeLodgement, type WholeLodgement } from '#features/lodgement'
import type { CommandDeps } from './command-deps.ts'

type Line = readonly [label: string, value: string]

/**
 * Prints one lodgement whole, its sealed parts too, and writes into the audit log that it did.
 * @returns the exit code.
 */
export async function runReadLodgement(
  deps: Pick<CommandDeps, 'db' | 'now' | 'secrets'>,
  reference: string | undefined,
  say: (line: string) => void,
): Promise<number> {
  const lodgement = reference && (await readWholeLodgement(deps, reference))
  if (!lodgement) {
    say(reference ? `There is no lodgement ${reference}.` : 'Say which: npm run admin -- lodgement 7K3M-9QXR')
    return 1
  }
  const lines = linesOf(lodgement)
  const width = Math.max(...lines.map(([label]) => label.length))
  for (const [label, value] of lines) say(`${label.padEnd(width)}  ${value}`)
  return 0
}

function linesOf(given: WholeLodgement): Line[] {
  const { spouse } = given
  return [
    ['Reference', given.reference],
    ['Received', given.createdAt.toISOString()],
    ['Income year', given.incomeYear],
    ['Full name', given.fullName],
    ['Email', given.email],
    ['Phone number', given.phoneNumber],
    ['Spouse', answer(given.hasSpouse)],
    ...(spouse
      ? ([
          ['  First name', spouse.firstName],
          ['  Last name', spouse.lastName],
          ['  Date of birth', spouse.dateOfBirth],
          ['  Annual income', formatCents(spouse.annualIncome)],
        ] as const)
      : []),
    ['Investment property', answer(given.hasInvestmentProperty)],
    ...amounts({
      'Total rental income': given.rentalIncomeCents,
      'Total property expenses': given.propertyExpensesCents,
    }),
    ['Dependents', String(given.dependents)],
    ['Resident for tax purposes', answer(given.isResident)],
    ...(given.medicareCardDate
      ? ([['  Medicare card first received', given.medicareCardDate]] as const)
      : []),
    ['Log book', answer(given.keepsLogBook)],
    ...amounts({
      'Weekly fuel expenses': given.weeklyFuelExpensesCents,
      'Weekly food at work': given.weeklyFoodAtWorkCents,
      'Monthly insurance': given.monthlyInsuranceCents,
      'Monthly internet': given.monthlyInternetCents,
      'Monthly donation': given.monthlyDonationCents,
      'Car repairs and servicing': given.carRepairsAndServicingCents,
      'Clothing and laundry': given.clothingAndLaundryCents,
      'Yearly donation': given.yearlyDonationCents,
      'Other work related expenses': given.workRelatedCents,
    }),
  ]
}

function answer(given: boolean | null): string {
  return given === null ? 'not answered' : given ? 'Yes' : 'No'
}

function amounts(given: Record<string, number | null>): Line[] {
  return Object.entries(given).flatMap(([label, cents]) =>
    cents === null ? [] : [[`  ${label}`, formatCents(cents)] as const],
  )
}
