import { authEndpoints, authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { email as emailSchema } from '@docketbox/contract/core/people/contact-details'
import { newPassword } from '@docketbox/contract/core/people/identity'
import { paths } from '@docketbox/contract/core/paths'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '#platform/api/client.ts'
import { isRefusedWith } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { endSession } from '#platform/session/session.ts'
import { storedUserEmail } from '#platform/session/stored-user.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { NewPasswordField } from '#ui/fields/password-field.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { BackToLogin } from '../back-to-login.tsx'

export const meta = () =>
  pageMeta({ title: 'Reset password', description: 'Choose a new password for your account.' })

const schema = z.object({ email: emailSchema, password: newPassword })
const LOGIN_DELAY_MS = 2000

/** Starts again when another link is opened in the same tab. */
export default function ResetPasswordPage() {
  const { hash } = useLocation()
  return <ResetPassword key={hash} fragment={new URLSearchParams(hash.slice(1))} />
}

function ResetPassword({ fragment }: { fragment: URLSearchParams }) {
  const isHydrated = useHydrated()
  const token = fragment.get('token') ?? ''
  const email = fragment.get('email')
  const form = useFormOf(schema, email ? { email } : undefined)
  const navigate = useNavigate()
  const [isDone, setIsDone] = useState(false)
  const [isRefused, setIsRefused] = useState(false)

  const goToLogin = () =>
    void navigate(paths.login, { replace: true, state: { email: form.getValues('email') } })
  useTimeout(goToLogin, LOGIN_DELAY_MS, isDone)

  async function submit(values: z.output<typeof schema>) {
    try {
      await call(authEndpoints.resetPassword, { body: { ...values, token } })
    } catch (error) {
      if (isRefusedWith(error, authRefusals.badReset)) return setIsRefused(true)
      throw error
    }
    // The reset has ended this device's session, too. While it's stored, the login screen would lead to the dashboard.
    if (storedUserEmail().toLowerCase() === values.email.toLowerCase()) endSession()
    toast.success(authTexts.passwordReset)
    setIsDone(true)
  }

  return (
    <Page title="Choose a new password">
      {isDone && (
        <Notice tone="success" role="alert">
          {authTexts.passwordReset} You can now log in.
        </Notice>
      )}
      {isHydrated && (token === '' || isRefused) && (
        <Notice tone="warning" role="alert">
          {authRefusals.badReset.message}{' '}
          <TextLink to={paths.forgetPassword} state={{ email }}>
            Get a new link
          </TextLink>
        </Notice>
      )}
      <Form form={form} onSubmit={submit} label="Reset password">
        <EmailField name="email" />
        <NewPasswordField name="password" label="New password" />
        <SubmitButton busy="Saving…" disabled={isDone} wide size="large">
          Reset password
        </SubmitButton>
      </Form>
      <BackToLogin />
    </Page>
  )
}
