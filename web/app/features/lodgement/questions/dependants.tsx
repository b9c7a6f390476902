import { memo } from 'react'
import { FormSection } from '../form/section.tsx'
import { labels } from '../labels.ts'
import { useStanding } from '../form-context.ts'
import { WordsField } from '../form/line-field.tsx'

export const DependentsSection = memo(function DependentsSection() {
  const { between } = useStanding()
  return (
    <FormSection name="dependents" lead={`Children and others you supported at any time between ${between}.`}>
      <WordsField
        name="dependents"
        label={labels.dependents}
        hint="0 is fine."
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="max-w-48"
      />
    </FormSection>
  )
})
