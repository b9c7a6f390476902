import { authEndpoints, authTexts } from '@docketbox/contract/auth/endpoints'
import { useLocation } from 'react-router'
import { call } from '#platform/api/client.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { EmailLinkForm } from '../email-link-form.tsx'
import { emailFromState } from '../navigation-state.ts'

const explanation = 'Enter your email and we’ll send you a reset link.'

export const meta = () => pageMeta({ title: 'Forgot password', description: explanation })

export default function ForgetPasswordPage() {
  const { state } = useLocation()
  return (
    <EmailLinkForm
      heading="Forgot your password?"
      explanation={explanation}
      label="Forgot password"
      button="Send Reset Link"
      successMessage={authTexts.resetMailed}
      schema={authEndpoints.forgetPassword.body}
      email={emailFromState(state)}
      onSubmit={(email) => call(authEndpoints.forgetPassword, { body: { email } })}
      messageFor={({ hasServerMessage, message }) => (hasServerMessage ? message : authTexts.notResetMailed)}
    />
  )
}
