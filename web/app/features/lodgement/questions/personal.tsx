import { memo } from 'react'
import { ShieldAlert } from 'lucide-react'
import { EmailField, PhoneField } from '#ui/fields/text-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { loadPhoneRules } from '#platform/format/phone-numbers.ts'
import { FormSection } from '../form/section.tsx'
import { labels } from '../labels.ts'
import { useStanding } from '../form-context.ts'
import { WordsField } from '../form/line-field.tsx'

export const PersonalSection = memo(function PersonalSection() {
  const { asksMyGovPassword } = useStanding()
  return (
    <FormSection name="personal" lead="So that we know who you are and how to reach you.">
      <WordsField name="fullName" label={labels.fullName} autoComplete="name" maxLength={200} />
      <div className="grid gap-5 sm:grid-cols-2">
        <EmailField name="email" label={labels.email} />
        <div onFocus={() => void loadPhoneRules()}>
          <PhoneField name="phoneNumber" label={labels.phoneNumber} placeholder="0412 345 678" />
        </div>
      </div>
      {asksMyGovPassword && <MyGovFields />}
    </FormSection>
  )
})

/** The two fields of decision 27, and beside them what becomes of them. */
function MyGovFields() {
  return (
    <div className="grid gap-5 rounded-md border border-wattle/60 bg-wattle-tint/50 p-4 sm:p-5">
      <p id="my-gov-note" className="flex gap-3 text-sm">
        <ShieldAlert className="mt-0.5 size-5 shrink-0 text-wattle-deep" aria-hidden="true" />
        <span>
          <strong>myGov asks people never to share their password.</strong> We only check that these two
          fields are the same, then drop them on arrival: they are never stored, logged or mailed, nor kept
          with your draft.
        </span>
      </p>
      <fieldset aria-describedby="my-gov-note" className="grid gap-5 sm:grid-cols-2">
        <legend className="sr-only">myGov</legend>
        <PasswordField name="myGovPassword" label={labels.myGovPassword} autoComplete="off" />
        <PasswordField name="confirmMyGovPassword" label={labels.confirmMyGovPassword} autoComplete="off" />
      </fieldset>
    </div>
  )
}
