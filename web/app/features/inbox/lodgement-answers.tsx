import type { InboxLodgement } from '@docketbox/contract/inbox/endpoints'
import { plainDate } from '#platform/format/dates.ts'
import { formatCents } from '@docketbox/contract/core/money'

type AmountKey = Extract<keyof InboxLodgement, `${string}Cents`>

const amounts: [AmountKey, string][] = [
  ['propertyExpensesCents', 'Property expenses'],
  ['weeklyFuelExpensesCents', 'Weekly fuel expenses'],
  ['carRepairsAndServicingCents', 'Car repairs and servicing'],
  ['monthlyInsuranceCents', 'Monthly insurance'],
  ['monthlyInternetCents', 'Monthly internet'],
  ['weeklyFoodAtWorkCents', 'Weekly food at work'],
  ['clothingAndLaundryCents', 'Clothing and laundry'],
  ['yearlyDonationCents', 'Yearly donation'],
  ['workRelatedCents', 'Work related'],
  ['monthlyDonationCents', 'Monthly donation'],
]

/** The answers of a lodgement that aren't encrypted, without missing amounts. */
export function LodgementAnswers({ lodgement }: { lodgement: InboxLodgement }) {
  const answers: [string, string][] = [
    ['Dependants', String(lodgement.dependents)],
    ['Spouse', yesOrNo(lodgement.hasSpouse)],
    ['Investment property', yesOrNo(lodgement.hasInvestmentProperty)],
    ['Resident', yesOrNo(lodgement.isResident)],
    [
      'Medicare card first received',
      lodgement.medicareCardDate ? plainDate(lodgement.medicareCardDate) : '—',
    ],
    ['Keeps a logbook', yesOrNo(lodgement.keepsLogBook)],
  ]
  for (const [key, label] of amounts) {
    const cents = lodgement[key]
    if (cents !== null) answers.push([label, formatCents(cents)])
  }
  return (
    <dl className="grid gap-x-6 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
      {answers.map(([label, answer]) => (
        <div key={label} className="flex justify-between gap-4 border-b border-line py-1.5">
          <dt className="text-soft">{label}</dt>
          <dd className="figures text-right">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}

function yesOrNo(answer: boolean | null): string {
  if (answer === null) return 'Not answered'
  return answer ? 'Yes' : 'No'
}
