import { memo } from 'react'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField } from '#ui/fields/text-field.tsx'
import { FormSection } from '../form/section.tsx'
import { labels } from '../labels.ts'
import { useStanding } from '../form-context.ts'
import { WordsField } from '../form/line-field.tsx'
import { YesNo } from '../form/yes-no.tsx'

export const SpouseSection = memo(function SpouseSection() {
  const { today } = useStanding()
  return (
    <FormSection name="spouse">
      <YesNo name="spouseInformation" hint="Married or de facto, for all of that time or a part of it.">
        <div className="grid gap-5 sm:grid-cols-2">
          <WordsField
            name="spouseDetails.firstName"
            label={labels['spouseDetails.firstName']}
            autoComplete="off"
          />
          <WordsField
            name="spouseDetails.lastName"
            label={labels['spouseDetails.lastName']}
            autoComplete="off"
          />
          <DateField
            name="spouseDetails.dateOfBirth"
            label={labels['spouseDetails.dateOfBirth']}
            min="1900-01-01"
            max={today}
            autoComplete="off"
          />
          <MoneyField name="spouseDetails.annualIncome" label={labels['spouseDetails.annualIncome']} />
        </div>
        <p className="text-[0.8125rem] text-soft">We store these four encrypted.</p>
      </YesNo>
    </FormSection>
  )
})
