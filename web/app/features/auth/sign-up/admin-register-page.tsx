import { authEndpoints, authTexts } from '@docketbox/contract/auth/endpoints'
import { administratorPassword } from '@docketbox/contract/core/people/identity'
import { MIN_PASSWORD_LENGTH } from '@docketbox/contract/core/limits'
import { paths } from '@docketbox/contract/core/paths'
import {
  administratorRole,
  type Invitation,
  invitationRefusals,
} from '@docketbox/contract/invitations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { call } from '#platform/api/client.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useFragment } from '#platform/page/use-fragment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { invitation as invitationQuery } from '../queries.ts'
import { rememberSignUp } from '../verification/signed-up-here.ts'
import { SignUpFields, signUpForm, toSignUpBody } from './fields.tsx'
import { adminSignUpMessage } from './refusal-message.ts'
import { useCanSubmit } from './use-can-submit.ts'

export const meta = () =>
  pageMeta({
    title: 'Administrator sign up',
    description: 'Create an administrator account with the invitation you received by email.',
  })

const schema = signUpForm.extend({ role: administratorRole, password: administratorPassword })

export default function AdminRegisterPage() {
  const fragment = useFragment()
  const token = fragment && (fragment.get('invitation') ?? '')
  const { data: invitation, error } = useQuery({ ...invitationQuery(token ?? ''), enabled: Boolean(token) })
  const isMissing = token === '' || error !== null

  return (
    <Page
      title="Administrator sign up"
      lead={invitation ? `Your invitation is for ${invitation.email}.` : 'Administrators join by invitation.'}
    >
      {isMissing && (
        <Notice tone="warning" role="alert">
          {error?.message ?? invitationRefusals.badInvitation.message}
        </Notice>
      )}
      <AdminSignUpForm token={token ?? ''} invitation={invitation} />
      <p className="text-center text-soft">
        Already have an account? <TextLink to={paths.login}>Log in</TextLink>
      </p>
    </Page>
  )
}

type AdminSignUpFormProps = { token: string; invitation: Pick<Invitation, 'email' | 'role'> | undefined }

function AdminSignUpForm({ token, invitation }: AdminSignUpFormProps) {
  const form = useFormOf(schema, { role: 'Admin' })
  const navigate = useNavigate()
  const canSubmit = useCanSubmit(form)
  const { setValue } = form

  useEffect(() => {
    if (!invitation) return
    setValue('email', invitation.email, { shouldValidate: true })
    setValue('role', invitation.role)
  }, [invitation, setValue])

  async function submit({ role, ...values }: z.output<typeof schema>) {
    await call(authEndpoints.signUp, { body: { ...toSignUpBody(values), role, invitation: token } })
    rememberSignUp(values.email)
    toast.success(authTexts.signedUp)
    await navigate(paths.emailVerify, { state: { email: values.email } })
  }

  return (
    <LeaveGuard>
      <Form form={form} onSubmit={submit} sentenceFor={adminSignUpMessage} label="Administrator sign up">
        <SignUpFields isEmailFixed={invitation !== undefined} minPasswordLength={MIN_PASSWORD_LENGTH.Admin} />
        <SelectField
          name="role"
          label="Role"
          choices={administratorRole.options.map((role) => ({
            value: role,
            label: role,
            disabled: invitation !== undefined && role !== invitation.role,
          }))}
        />
        <SubmitButton busy="Signing up…" disabled={!canSubmit} wide size="large">
          Sign up
        </SubmitButton>
      </Form>
    </LeaveGuard>
  )
}
