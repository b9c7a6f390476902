import { formatCents } from '@docketbox/contract'
import { decryptLodgement, type DecryptedLodgement } from '#features/lodgement'
import type { CommandDeps } from './command-deps.ts'

type Line = readonly [label: string, value: string]

const UNREADABLE = 'can’t be decrypted with this encryption key'

/**
 * Prints a lodgement, including its encrypted parts, and records that in the audit log.
 * @returns the exit code.
 */
export async function runReadLodgement(
  deps: Pick<CommandDeps, 'db' | 'now' | 'secrets'>,
  reference: string | undefined,
  say: (line: string) => void,
): Promise<number> {
  const lodgement = reference && (await decryptLodgement(deps, reference))
  if (!lodgement) {
    say(
      reference
        ? `Lodgement ${reference} not found.`
        : 'Enter a reference: npm run admin -- lodgement 7K3M-9QXR',
    )
    return 1
  }
  const lines = linesOf(lodgement)
  const width = Math.max(...lines.map(([label]) => label.length))
  for (const [label, value] of lines) say(`${label.padEnd(width)}  ${value}`)
  return 0
}

function linesOf(lodgement: DecryptedLodgement): Line[] {
  const { spouse, unreadable } = lodgement
  return [
    ['Reference', lodgement.reference],
    ['Received', lodgement.createdAt.toISOString()],
    ['Income year', lodgement.incomeYear],
    ['Full name', lodgement.fullName],
    ['Email', lodgement.email],
    ['Phone number', lodgement.phoneNumber],
    ['Spouse', answer(lodgement.hasSpouse)],
    ...(spouse
      ? ([
          ['  First name', spouse.firstName],
          ['  Last name', spouse.lastName],
          ['  Date of birth', spouse.dateOfBirth],
          ['  Annual income', formatCents(spouse.annualIncome)],
        ] as const)
      : []),
    ...(unreadable.includes('spouse') ? [['  Details', UNREADABLE] as const] : []),
    ['Investment property', answer(lodgement.hasInvestmentProperty)],
    ...(unreadable.includes('rentalIncomeCents') ? [['  Total rental income', UNREADABLE] as const] : []),
    ...amounts({
      'Total rental income': lodgement.rentalIncomeCents,
      'Total property expenses': lodgement.propertyExpensesCents,
    }),
    ['Dependants', String(lodgement.dependents)],
    ['Resident for tax purposes', answer(lodgement.isResident)],
    ...(lodgement.medicareCardDate
      ? ([['  Medicare card first received', lodgement.medicareCardDate]] as const)
      : []),
    ['Logbook', answer(lodgement.keepsLogBook)],
    ...amounts({
      'Weekly fuel expenses': lodgement.weeklyFuelExpensesCents,
      'Weekly food at work': lodgement.weeklyFoodAtWorkCents,
      'Monthly insurance': lodgement.monthlyInsuranceCents,
      'Monthly internet': lodgement.monthlyInternetCents,
      'Monthly donation': lodgement.monthlyDonationCents,
      'Car repairs and servicing': lodgement.carRepairsAndServicingCents,
      'Clothing and laundry': lodgement.clothingAndLaundryCents,
      'Yearly donation': lodgement.yearlyDonationCents,
      'Other work-related expenses': lodgement.workRelatedCents,
    }),
  ]
}

function answer(value: boolean | null): string {
  return value === null ? 'not answered' : value ? 'Yes' : 'No'
}

function amounts(centsByLabel: Record<string, number | null>): Line[] {
  return Object.entries(centsByLabel).flatMap(([label, cents]) =>
    cents === null ? [] : [[`  ${label}`, formatCents(cents)] as const],
  )
}
