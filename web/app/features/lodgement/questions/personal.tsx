import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { ShieldAlert } from 'lucide-react'
import { memo } from 'react'
import { loadPhoneRules } from '#platform/format/phone-numbers.ts'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { EmailField, PhoneField } from '#ui/fields/text-field.tsx'
import { LineField } from '../form/line-field.tsx'
import { FormSection } from '../form/section.tsx'
import { useFormSettings } from '../form-context.ts'
import { labels } from '../labels.ts'

export const PersonalSection = memo(function PersonalSection() {
  const { asksMyGovPassword } = useFormSettings()
  return (
    <FormSection name="personal" lead="So we know who you are and how to reach you.">
      <LineField
        name="fullName"
        label={labels.fullName}
        autoComplete="name"
        maxLength={MAX_LENGTH.fullName}
      />
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

/** The two fields of requirement 27, with what happens to them. */
function MyGovFields() {
  return (
    <div className="grid gap-5 rounded-md border border-wattle/60 bg-wattle-tint/50 p-4 sm:p-5">
      <p id="my-gov-note" className="flex gap-3 text-sm">
        <ShieldAlert className="mt-0.5 size-5 shrink-0 text-wattle-deep" aria-hidden="true" />
        <span>
          <strong>myGov asks people never to share their password.</strong> We only check that these two
          fields match, then delete them straight away. We never store, log or email them, or save them in
          your draft.
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
