import { authTexts } from '@docketbox/contract/auth/endpoints'
import { email } from '@docketbox/contract/core/contact-details'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { AskForLink } from './ask-for-link.tsx'
import { emailIn } from './navigation-state.ts'
import { askForReset } from './queries.ts'

export const meta = () => pageMeta({ title: 'Forgot password' })

const schema = z.object({ email })

export default function ForgetPasswordPage() {
  const { state } = useLocation()
  return (
    <AskForLink
      heading="Forgot your password?"
      explanation="Enter your email and we send you a link to choose a new one."
      label="Forgot password"
      button="Send Reset Link"
      sent={authTexts.resetMailed}
      schema={schema}
      email={emailIn(state)}
      ask={askForReset}
      sentenceFor={({ message }) => message || authTexts.notResetMailed}
    />
  )
}
