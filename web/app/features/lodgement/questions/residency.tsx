import { memo } from 'react'
import { DateField } from '#ui/fields/text-field.tsx'
import { FormSection } from '../form/section.tsx'
import { useStanding } from '../form-context.ts'
import { YesNo } from '../form/yes-no.tsx'

export const ResidencySection = memo(function ResidencySection() {
  const { today } = useStanding()
  return (
    <FormSection name="residency">
      <YesNo name="residency.status">
        <DateField
          name="residency.medicare"
          label="When did you first receive your Medicare card?"
          hint="If you are not sure of the day, take the first of the month."
          min="1984-02-01"
          max={today}
          className="max-w-xs"
        />
      </YesNo>
    </FormSection>
  )
})
