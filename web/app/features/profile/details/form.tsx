import { ownPhoneNumber } from '@docketbox/contract/core/people/contact-details'
import { locations, newAddress, type User } from '@docketbox/contract/core/people/identity'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { type ProfileBody, profileBody } from '@docketbox/contract/profile/endpoints'
import { profileTexts } from '@docketbox/contract/profile/texts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NameField, PhoneField, TextField } from '#ui/fields/text-field.tsx'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type Picture, PictureField } from './picture-field.tsx'
import { updateProfile } from '../queries.ts'
import { updateStoredUser } from '../stored-user.ts'

const rules = {
  firstName: profileBody.shape.firstName.unwrap(),
  lastName: profileBody.shape.lastName.unwrap(),
  phoneNumber: ownPhoneNumber(),
}

/** The rules of the profile. A value that is already stored is valid until it's edited. */
function profileSchema({ address, ...stored }: Fields) {
  const { street, city, state, zipCode, country } = newAddress.shape
  return z.object({
    firstName: unlessStored(stored.firstName, rules.firstName),
    lastName: unlessStored(stored.lastName, rules.lastName),
    phoneNumber: unlessStored(stored.phoneNumber, rules.phoneNumber),
    address: z.object({
      street: unlessStored(address.street, street),
      city: unlessStored(address.city, city),
      state: unlessStored(address.state, state),
      zipCode: unlessStored(address.zipCode, zipCode),
      country: unlessStored(address.country, country),
    }),
  })
}

function unlessStored(stored: string, rule: z.ZodType) {
  return z.string().superRefine((value, context) => {
    const problem = value === stored ? undefined : rule.safeParse(value).error?.issues[0]
    if (problem) context.addIssue(problem.message)
  })
}

type Fields = Pick<User, 'firstName' | 'lastName' | 'phoneNumber' | 'address'>

/** @returns what was edited. */
function changesIn({ address, ...values }: Fields, stored: Fields): ProfileBody {
  const addressChanges = changed(address, stored.address)
  const hasAddressChanges = Object.keys(addressChanges).length > 0
  return { ...changed(values, stored), ...(hasAddressChanges && { address: addressChanges }) }
}

function changed<Values extends Record<string, string>>(values: Values, stored: Values): object {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== stored[name]))
}

type ProfileFormProps = {
  user: User
  onHasChanges: (hasChanges: boolean) => void
  onSaved: () => void
}

export function ProfileForm({ user, onHasChanges, onSaved }: ProfileFormProps) {
  const { firstName, lastName, phoneNumber, address } = user
  const stored = { firstName, lastName, phoneNumber, address }
  const [schema] = useState(() => profileSchema(stored))
  const form = useFormOf(schema, stored)
  const update = useMutation(updateProfile)
  const [picture, setPicture] = useState<Picture>(user.picture)
  const isPictureNew = picture !== user.picture
  const hasChanges = form.formState.isDirty || isPictureNew
  useReportUnsaved(isPictureNew)
  useEffect(() => onHasChanges(hasChanges), [hasChanges, onHasChanges])

  async function submit(values: Fields) {
    const body = { ...changesIn(values, stored), ...(isPictureNew && { picture: await picture }) }
    const { user: saved } = await update.mutateAsync({ body })
    updateStoredUser(saved._id, saved)
    toast.success(profileTexts.updated)
    onSaved()
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      sentenceFor={({ status, message }) => (status < 500 ? message : profileTexts.notUpdated)}
      label="Profile"
    >
      <PictureField user={user} onPicture={setPicture} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NameField name="firstName" label="First name" autoComplete="given-name" />
        <NameField name="lastName" label="Last name" autoComplete="family-name" optional />
      </div>
      <PhoneField name="phoneNumber" />
      <TextField
        name="address.street"
        label="Street"
        autoComplete="address-line1"
        maxLength={MAX_LENGTH.street}
        optional
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="address.city"
          label="City"
          autoComplete="address-level2"
          maxLength={MAX_LENGTH.place}
          optional
        />
        <SelectField
          name="address.state"
          label="State or territory"
          placeholder="Choose a state or territory"
          autoComplete="address-level1"
          optional
          choices={stateChoices(address.state)}
        />
        <TextField
          name="address.country"
          label="Country"
          autoComplete="country-name"
          maxLength={MAX_LENGTH.place}
          optional
        />
        <TextField
          name="address.zipCode"
          label="Postcode"
          autoComplete="postal-code"
          inputMode="numeric"
          optional
        />
      </div>
      <SubmitButton busy="Saving…">Save Changes</SubmitButton>
    </Form>
  )
}

/** The states to choose from, and what is stored if it's another. */
function stateChoices(stored: string) {
  const isListed = stored === '' || locations.some((state) => state === stored)
  return [...locations, ...(isListed ? [] : [stored])].map((state) => ({ value: state, label: state }))
}
