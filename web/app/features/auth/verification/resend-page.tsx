import { authEndpoints, authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { useLocation } from 'react-router'
import { call } from '#platform/api/client.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { EmailLinkForm } from '../email-link-form.tsx'
import { emailFromState } from '../navigation-state.ts'
import { useReturn } from '../use-return.ts'

const explanation = 'We’ll email you a new verification link.'

export const meta = () => pageMeta({ title: 'Resend verification', description: explanation })

export default function ResendVerificationPage() {
  const { state } = useLocation()
  const { mailedReturn } = useReturn()
  return (
    <EmailLinkForm
      heading="Resend verification"
      explanation={explanation}
      label="Resend verification"
      button="Resend verification email"
      successMessage={authTexts.resent}
      schema={authEndpoints.resendVerification.params}
      email={emailFromState(state)}
      onSubmit={(email) => call(authEndpoints.resendVerification, { params: { email }, query: mailedReturn })}
      messageFor={({ status, message }) => {
        if (status === 404) return authRefusals.emailNotFound.message
        return status === 429 ? message : authTexts.notResent
      }}
    />
  )
}
