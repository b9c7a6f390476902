import { address, phoneNumber, type User } from '@docketbox/contract/core/identity'
import { profileBody } from '@docketbox/contract/profile/endpoints'
import { profileTexts } from '@docketbox/contract/profile/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { loggedUser } from '#features/auth'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { PhoneField, TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { PictureField } from './picture-field.tsx'
import { updateProfile } from './queries.ts'
import { updateStoredUser } from './stored-user.ts'

const { firstName, lastName } = profileBody.shape
const schema = z.object({
  firstName: firstName.unwrap(),
  lastName: lastName.unwrap(),
  phoneNumber,
  address,
})

type ProfileFormProps = { user: User; isEditing: boolean; onSaved: () => void }

/** What the profile says, to read or to change. */
export function ProfileForm({ user, isEditing, onSaved }: ProfileFormProps) {
  const { firstName, lastName, phoneNumber, address } = user
  const form = useFormOf(schema, { firstName, lastName, phoneNumber, address })
  const cache = useQueryClient()
  const [picture, setPicture] = useState(user.picture)
  const readOnly = !isEditing

  async function submit(values: z.output<typeof schema>) {
    const { user: saved } = await updateProfile({ ...values, picture })
    updateStoredUser(saved)
    toast.success(profileTexts.updated)
    await cache.invalidateQueries({ queryKey: loggedUser.queryKey })
    onSaved()
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      sentenceFor={({ status, message }) =>
        status === 400 || status === 0 ? message : profileTexts.notUpdated
      }
      label="Profile"
    >
      <PictureField user={user} isEditing={isEditing} onPicture={setPicture} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="firstName" label="First name" autoComplete="given-name" readOnly={readOnly} />
        <TextField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          optional
          readOnly={readOnly}
        />
      </div>
      <PhoneField name="phoneNumber" readOnly={readOnly} />
      <TextField
        name="address.street"
        label="Street"
        autoComplete="address-line1"
        optional
        readOnly={readOnly}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="address.city"
          label="City"
          autoComplete="address-level2"
          optional
          readOnly={readOnly}
        />
        <TextField
          name="address.state"
          label="State"
          autoComplete="address-level1"
          optional
          readOnly={readOnly}
        />
        <TextField
          name="address.country"
          label="Country"
          autoComplete="country-name"
          optional
          readOnly={readOnly}
        />
        <TextField
          name="address.zipCode"
          label="ZIP code"
          autoComplete="postal-code"
          optional
          readOnly={readOnly}
        />
      </div>
      {isEditing && <SubmitButton busy="Saving…">Save Changes</SubmitButton>}
    </Form>
  )
}
