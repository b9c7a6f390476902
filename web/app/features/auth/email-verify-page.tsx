import { MailCheck } from 'lucide-react'
import { useLocation } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { emailIn } from './navigation-state.ts'

export const meta = () => pageMeta({ title: 'Verify your email' })

export default function EmailVerifyPage() {
  const email = emailIn(useLocation().state)
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <MailCheck className="size-12 text-leaf" aria-hidden="true" />
      <PageHeading>Verify your email</PageHeading>
      <p className="text-soft">
        We sent a link to{' '}
        {email ? <strong className="wrap-anywhere text-ink">{email}</strong> : 'your email address'}. Open it
        to verify your email, then log in. It works for 24 hours.
      </p>
      <p className="text-sm text-soft">
        Nothing there? Look in your spam folder, or{' '}
        <TextLink to="/resend-verification" {...(email && { state: { email } })}>
          send it again
        </TextLink>
        .
      </p>
      <ButtonLink to="/login" variant="secondary">
        Back to Login
      </ButtonLink>
    </div>
  )
}
