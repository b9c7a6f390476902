import { authRefusals } from '@docketbox/contract/auth/endpoints'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MailX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { verification } from './queries.ts'

export const meta = () => pageMeta({ title: 'Verify your email' })

export default function VerifyPage() {
  const [search] = useSearchParams()
  const [token, email] = [search.get('token') ?? '', search.get('email') ?? '']
  const isComplete = token !== '' && email !== ''
  const { data, error, isPending } = useQuery({ ...verification({ token, email }), enabled: isComplete })

  if (isComplete && isPending) {
    return (
      <div className="grid justify-items-center gap-4 py-6 text-center">
        <Spinner label="Verifying" size="large" />
        <PageHeading>Verifying your email…</PageHeading>
      </div>
    )
  }
  if (!data) {
    return (
      <div role="alert" className="grid justify-items-center gap-5 text-center">
        <MailX className="size-12 text-clay" aria-hidden="true" />
        <PageHeading>Verification failed</PageHeading>
        <p className="text-soft">{error?.message ?? authRefusals.badVerification.message}</p>
        <ButtonLink to="/resend-verification" {...(email && { state: { email } })}>
          Try Again
        </ButtonLink>
      </div>
    )
  }
  return (
    <div aria-live="polite" className="grid justify-items-center gap-5 text-center">
      <CircleCheck className="size-12 text-leaf" aria-hidden="true" />
      <PageHeading>Email verified</PageHeading>
      <p className="text-soft">{data.message}</p>
      <ButtonLink to="/login">Login</ButtonLink>
    </div>
  )
}
