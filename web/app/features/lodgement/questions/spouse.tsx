import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { memo } from 'react'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { DateField } from '#ui/fields/text-field.tsx'
import { LineField } from '../form/line-field.tsx'
import { FormSection } from '../form/section.tsx'
import { YesNo } from '../form/yes-no.tsx'
import { useFormSettings } from '../form-context.ts'
import { labels } from '../labels.ts'

export const SpouseSection = memo(function SpouseSection() {
  const { today } = useFormSettings()
  return (
    <FormSection name="spouse">
      <YesNo name="spouseInformation" hint="Married or de facto, for all or part of the year.">
        <div className="grid gap-5 sm:grid-cols-2">
          {(['spouseDetails.firstName', 'spouseDetails.lastName'] as const).map((name) => (
            <LineField
              key={name}
              name={name}
              label={labels[name]}
              autoComplete="off"
              maxLength={MAX_LENGTH.personName}
            />
          ))}
          <DateField
            name="spouseDetails.dateOfBirth"
            label={labels['spouseDetails.dateOfBirth']}
            min="1900-01-01"
            max={today}
            autoComplete="off"
          />
          <MoneyField name="spouseDetails.annualIncome" label={labels['spouseDetails.annualIncome']} />
        </div>
        <p className="text-[0.8125rem] text-soft">We encrypt these four answers before we store them.</p>
      </YesNo>
    </FormSection>
  )
})
