import { authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { AskForLink } from './ask-for-link.tsx'
import { emailIn } from './navigation-state.ts'
import { resendVerification } from './queries.ts'

export const meta = () => pageMeta({ title: 'Resend verification' })

const schema = z.object({ email: z.string().trim().min(1, 'Please enter your email address.').max(254) })

export default function ResendVerificationPage() {
  const { state } = useLocation()
  return (
    <AskForLink
      heading="Resend verification"
      explanation="We mail you a new link to verify your email."
      label="Resend verification"
      button="Resend Verification Email"
      sent={authTexts.resent}
      schema={schema}
      email={emailIn(state)}
      ask={resendVerification}
      sentenceFor={({ status, message }) =>
        status === 404 ? authRefusals.emailNotFound.message : status === 429 ? message : authTexts.notResent
      }
    />
  )
}
