import type { LogBookItem } from '@docketbox/contract/lodgement/amounts'
import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { MoneyField } from '#ui/fields/money-field.tsx'
import type { Answers } from '../answers.ts'
import { FormSection } from '../form/section.tsx'
import { TotalRow } from '../form/total-row.tsx'
import { YesNo } from '../form/yes-no.tsx'
import { labels } from '../labels.ts'
import { PrefilledNote } from '../prefill/note.tsx'
import { workTotalCents } from '../totals.ts'

/** The nine amounts, grouped by how often they occur. */
const groups: { heading: string; items: { item: LogBookItem; hint?: string }[] }[] = [
  {
    heading: 'Each week',
    items: [{ item: 'weeklyFuelExpenses' }, { item: 'weeklyFoodAtWork', hint: 'Such as overtime meals.' }],
  },
  {
    heading: 'Each month',
    items: [
      { item: 'monthlyInsurance', hint: 'Such as income protection.' },
      { item: 'monthlyInternet', hint: 'The part you use for work.' },
      { item: 'monthlyDonation' },
    ],
  },
  {
    heading: 'For the whole year',
    items: [
      { item: 'carRepairsAndServicing' },
      { item: 'clothingAndLaundry', hint: 'Uniforms and protective clothing.' },
      { item: 'yearlyDonation' },
      { item: 'workRelated', hint: 'Such as tools, courses and memberships.' },
    ],
  },
]

export const WorkSection = memo(function WorkSection() {
  return (
    <FormSection name="work">
      <YesNo
        name="logBook"
        hint="Fill in the amounts below either way. Enter 0 if none apply."
        opensAfter="either"
      >
        {groups.map(({ heading, items }) => (
          <fieldset key={heading} className="grid gap-5">
            <legend className="mb-4 w-full border-b border-line pb-1.5 font-heading font-semibold">
              {heading}
            </legend>
            <div className="grid gap-5 sm:grid-cols-2">
              {items.map(({ item, hint }) => (
                <div key={item} className="grid content-start gap-1">
                  <MoneyField
                    name={`logBookDetails.${item}`}
                    label={labels[`logBookDetails.${item}`]}
                    hint={hint}
                  />
                  <PrefilledNote name={`logBookDetails.${item}`} />
                </div>
              ))}
            </div>
          </fieldset>
        ))}
        <WorkTotal />
      </YesNo>
    </FormSection>
  )
})

function WorkTotal() {
  const [logBook, logBookDetails] = useWatch<Answers, readonly ['logBook', 'logBookDetails']>({
    name: ['logBook', 'logBookDetails'],
  })
  return (
    <TotalRow
      label="Total for the year"
      note="Weekly amounts × 52, monthly × 12"
      cents={workTotalCents({ logBook, logBookDetails })}
    />
  )
}
