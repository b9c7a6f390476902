import { authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { email } from '@docketbox/contract/core/contact-details'
import { newPassword } from '@docketbox/contract/core/identity'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { resetPassword } from './queries.ts'

export const meta = () => pageMeta({ title: 'Reset password' })

const schema = z.object({ email, password: newPassword })
const TO_LOGIN_AFTER_MS = 2000

export default function ResetPasswordPage() {
  const { hash } = useLocation()
  const [mailed] = useState(() => new URLSearchParams(hash.slice(1)))
  const token = mailed.get('token') ?? ''
  const form = useFormOf(schema, { email: mailed.get('email') ?? '' })
  const navigate = useNavigate()
  const [isDone, setIsDone] = useState(false)

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate('/login', { replace: true }), TO_LOGIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  async function submit(values: z.output<typeof schema>) {
    await resetPassword({ ...values, token })
    toast.success(authTexts.passwordReset)
    setIsDone(true)
  }

  return (
    <div className="grid gap-6">
      <PageHeading>Choose a new password</PageHeading>
      {isDone && (
        <Notice tone="success" role="alert">
          {authTexts.passwordReset} You can now log in with it.
        </Notice>
      )}
      {token === '' && (
        <Notice tone="warning" role="alert">
          {authRefusals.badReset.message} <TextLink to="/forgetpassword">Ask for a new one</TextLink>
        </Notice>
      )}
      <Form form={form} onSubmit={submit} label="Reset password">
        <EmailField name="email" />
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. A few words in a row are easy to keep in mind."
        />
        <SubmitButton busy="Saving…" disabled={isDone} wide size="large">
          Reset Password
        </SubmitButton>
      </Form>
      <p className="text-center">
        <TextLink to="/login">Back to Login</TextLink>
      </p>
    </div>
  )
}
