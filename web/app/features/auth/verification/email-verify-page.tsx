import { paths } from '@docketbox/contract/core/paths'
import { MailCheck } from 'lucide-react'
import { useLocation } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { emailFromState } from '../navigation-state.ts'
import { useReturn } from '../use-return.ts'

export const meta = () =>
  pageMeta({ title: 'Verify your email', description: 'Open the link we emailed you to verify your email.' })

export default function EmailVerifyPage() {
  const email = emailFromState(useLocation().state)
  const { keepReturn } = useReturn()
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <MailCheck className="size-12 text-leaf" aria-hidden="true" />
      <PageHeading>Verify your email</PageHeading>
      <p className="text-soft">
        We’ve emailed a link to{' '}
        {/* On its own line, so that a long address doesn't leave a full stop behind. */}
        {email ? (
          <strong className="block wrap-anywhere text-ink">{email}</strong>
        ) : (
          'your email address.'
        )}{' '}
        Open the link to verify your email, then log in. The link works for 24 hours.
      </p>
      <p className="text-sm text-soft">
        Can’t find it? Check your spam folder or{' '}
        <TextLink to={keepReturn(paths.resendVerification)} {...(email && { state: { email } })}>
          send it again
        </TextLink>
        .
      </p>
      <ButtonLink to={keepReturn(paths.login)} variant="secondary" {...(email && { state: { email } })}>
        Back to Login
      </ButtonLink>
    </div>
  )
}
