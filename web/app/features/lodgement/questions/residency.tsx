import { memo } from 'react'
import { DateField } from '#ui/fields/text-field.tsx'
import { FormSection } from '../form/section.tsx'
import { YesNo } from '../form/yes-no.tsx'
import { useFormSettings } from '../form-context.ts'

export const ResidencySection = memo(function ResidencySection() {
  const { today } = useFormSettings()
  return (
    <FormSection name="residency">
      <YesNo name="residency.status">
        <DateField
          name="residency.medicare"
          label="When did you first receive your Medicare card?"
          hint="Not sure? Use the first of the month."
          min="1984-02-01"
          max={today}
          className="max-w-xs"
        />
      </YesNo>
    </FormSection>
  )
})
