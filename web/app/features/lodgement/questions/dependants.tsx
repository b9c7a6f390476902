import { memo } from 'react'
import { LineField } from '../form/line-field.tsx'
import { FormSection } from '../form/section.tsx'
import { useFormSettings } from '../form-context.ts'
import { labels } from '../labels.ts'

export const DependantsSection = memo(function DependantsSection() {
  const { yearDates } = useFormSettings()
  return (
    <FormSection
      name="dependents"
      lead={`Children and others you supported at any time between ${yearDates}.`}
    >
      <LineField
        name="dependents"
        label={labels.dependents}
        hint="Enter 0 if you had none."
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="max-w-48"
      />
    </FormSection>
  )
})
