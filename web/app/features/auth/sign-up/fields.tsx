import { addressOf } from '@docketbox/contract/auth/endpoints'
import { email, ownPhoneNumber, personName } from '@docketbox/contract/core/people/contact-details'
import { locations, newPassword } from '@docketbox/contract/core/people/identity'
import { z } from 'zod'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NewPasswordField } from '#ui/fields/password-field.tsx'
import { EmailField, NameField, PhoneField } from '#ui/fields/text-field.tsx'

/** The fields both sign-up forms share. */
export const signUpForm = z.object({
  firstName: personName,
  lastName: personName,
  email,
  phoneNumber: ownPhoneNumber(),
  password: newPassword,
  location: z.enum(locations, { error: '* Location is required.' }),
})

/** The request body: the server takes an address where the form has a location. */
export function toSignUpBody({ location, ...form }: z.output<typeof signUpForm>) {
  const { firstName, lastName, email, phoneNumber, password } = form
  return { firstName, lastName, email, phoneNumber, password, address: addressOf(location) }
}

const locationChoices = locations.map((location) => ({ value: location, label: location }))

type SignUpFieldsProps = { isEmailFixed?: boolean; minPasswordLength?: number }

export function SignUpFields({ isEmailFixed = false, minPasswordLength }: SignUpFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameField name="firstName" label="First name" autoComplete="given-name" />
        <NameField name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <EmailField name="email" readOnly={isEmailFixed} />
      <PhoneField name="phoneNumber" />
      <NewPasswordField
        name="password"
        label="Password"
        {...(minPasswordLength && { minLength: minPasswordLength })}
      />
      <SelectField
        name="location"
        label="Location"
        placeholder="Choose your state or territory"
        autoComplete="address-level1"
        choices={locationChoices}
      />
    </>
  )
}
