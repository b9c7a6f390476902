import { newPassword } from '@docketbox/contract/core/people/identity'
import { MIN_PASSWORD_LENGTH } from '@docketbox/contract/core/limits'
import { paths } from '@docketbox/contract/core/paths'
import type { Security } from '@docketbox/contract/profile/endpoints'
import { profileRefusals } from '@docketbox/contract/profile/texts'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { storedUserEmail } from '#platform/session/stored-user.ts'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { NewPasswordField } from '#ui/fields/password-field.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ProofFields } from './proof-fields.tsx'
import { changePassword } from '../queries.ts'

const schema = z.object({
  password: z.string().min(1, '* Password is required.'),
  secondFactor: z.string().optional(),
  newPassword,
})

/** Changes the password, which logs out every other device. */
export function PasswordCard({ security }: { security: Security }) {
  // Two-step login is only required of administrators.
  const { isRequired } = security.secondFactor
  const minLength = MIN_PASSWORD_LENGTH[isRequired ? 'Admin' : 'User']
  const change = useMutation(changePassword)
  const form = useFormOf(schema)
  if (!security.hasPassword) {
    return (
      <Card className="grid gap-2">
        <h2 className="text-lg">Password</h2>
        <p className="text-soft">
          {profileRefusals.noPassword.message} <TextLink to={paths.forgetPassword}>Forgot password?</TextLink>
        </p>
      </Card>
    )
  }
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg">Password</h2>
        {isRequired && (
          <p className="text-soft">
            Administrators’ passwords need at least {minLength} characters. If yours is shorter, it works
            until you change it.
          </p>
        )}
      </div>
      <Form
        form={form}
        label="Change password"
        onSubmit={async (values) => {
          const { message } = await change.mutateAsync({ body: values })
          toast.success(message)
          form.reset({ password: '', secondFactor: '', newPassword: '' })
        }}
      >
        {/* Otherwise phones save the new password without a username, or under someone else's. */}
        <input
          autoComplete="username"
          value={storedUserEmail()}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        <ProofFields security={security} label="Current password">
          <NewPasswordField name="newPassword" label="New password" minLength={minLength} />
        </ProofFields>
        <SubmitButton busy="Saving…">Change password</SubmitButton>
      </Form>
    </Card>
  )
}
