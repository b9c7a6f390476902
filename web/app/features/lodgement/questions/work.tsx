import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { MoneyField } from '#ui/fields/money-field.tsx'
import type { Answers, LogBookItem } from '../answers.ts'
import { FormSection } from '../form/section.tsx'
import { labels } from '../labels.ts'
import { TotalRow } from '../form/total-row.tsx'
import { workTotalCents } from '../totals.ts'
import { YesNo } from '../form/yes-no.tsx'

/** The nine amounts, by how often they come, so that nobody has to switch their mind back and forth. */
const groups: { heading: string; items: { item: LogBookItem; hint?: string }[] }[] = [
  {
    heading: 'Each week',
    items: [{ item: 'weeklyFuelExpenses' }, { item: 'weeklyFoodAtWork', hint: 'Such as overtime meals.' }],
  },
  {
    heading: 'Each month',
    items: [
      { item: 'monthlyInsurance', hint: 'Such as income protection.' },
      { item: 'monthlyInternet', hint: 'The part that is for work.' },
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
      <YesNo name="logBook" hint="The same amounts are asked for either way; 0 is fine." opensAfter="either">
        {groups.map(({ heading, items }) => (
          <fieldset key={heading} className="grid gap-5">
            <legend className="mb-4 w-full border-b border-line pb-1.5 font-heading font-semibold">
              {heading}
            </legend>
            <div className="grid gap-5 sm:grid-cols-2">
              {items.map(({ item, hint }) => (
                <MoneyField
                  key={item}
                  name={`logBookDetails.${item}`}
                  label={labels[`logBookDetails.${item}`]}
                  hint={hint}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <Total />
      </YesNo>
    </FormSection>
  )
})

function Total() {
  const [logBook, logBookDetails] = useWatch<Answers, readonly ['logBook', 'logBookDetails']>({
    name: ['logBook', 'logBookDetails'],
  })
  return (
    <TotalRow
      label="A year in all"
      note="Weekly amounts × 52, monthly × 12"
      cents={workTotalCents({ logBook, logBookDetails })}
    />
  )
}
