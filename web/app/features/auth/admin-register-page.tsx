import { authTexts } from '@docketbox/contract/auth/endpoints'
import {
  administratorRole,
  type Invitation,
  invitationRefusals,
} from '@docketbox/contract/invitations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { invitationOf, signUp } from './queries.ts'
import { bodyOf, SignUpFields, signUpForm } from './sign-up-form.tsx'
import { adminSignUpSentence } from './sign-up-sentence.ts'

export const meta = () => pageMeta({ title: 'Administrator sign up' })

const schema = signUpForm.extend({ role: administratorRole })

export default function AdminRegisterPage() {
  const { hash } = useLocation()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('invitation') ?? '')
  const { data: invitation, isFetching, error } = useQuery({ ...invitationOf(token), enabled: token !== '' })
  const isMissing = token === '' || (!isFetching && error !== null)

  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <PageHeading>Administrator sign up</PageHeading>
        <p className="text-soft">
          {invitation ? `Your invitation is for ${invitation.email}.` : 'Administrators join by invitation.'}
        </p>
      </div>
      {isMissing && (
        <Notice tone="warning" role="alert">
          {error?.message ?? invitationRefusals.badInvitation.message}
        </Notice>
      )}
      <AdminSignUp token={token} invitation={invitation} />
      <p className="text-center text-soft">
        Already have an account? <TextLink to="/login">Log in</TextLink>
      </p>
    </div>
  )
}

type Invited = Pick<Invitation, 'email' | 'role'>

function AdminSignUp({ token, invitation }: { token: string; invitation: Invited | undefined }) {
  const form = useFormOf(schema, { role: 'Admin' })
  const navigate = useNavigate()
  const { setValue } = form

  useEffect(() => {
    if (!invitation) return
    setValue('email', invitation.email, { shouldValidate: true })
    setValue('role', invitation.role)
  }, [invitation, setValue])

  async function submit({ role, ...values }: z.output<typeof schema>) {
    await signUp({ ...bodyOf(values), role, invitation: token })
    toast.success(authTexts.signedUp)
    await navigate('/email_verify', { state: { email: values.email } })
  }

  return (
    <Form form={form} onSubmit={submit} sentenceFor={adminSignUpSentence} label="Administrator sign up">
      <SignUpFields isEmailFixed={invitation !== undefined} />
      <SelectField
        name="role"
        label="Role"
        choices={administratorRole.options.map((role) => ({
          value: role,
          label: role,
          disabled: invitation !== undefined && role !== invitation.role,
        }))}
      />
      <SubmitButton busy="Signing up…" disabled={!form.formState.isValid} wide size="large">
        Sign Up
      </SubmitButton>
    </Form>
  )
}
