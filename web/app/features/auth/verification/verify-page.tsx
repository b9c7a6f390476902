import { authRefusals } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MailX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { verification } from '../queries.ts'
import { useReturn } from '../use-return.ts'

export const meta = () =>
  pageMeta({
    title: 'Verifying your email',
    description: 'We’re verifying your email so that you can log in.',
  })

export default function VerifyPage() {
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const { keepReturn } = useReturn()
  const [token, email] = [search.get('token') ?? '', search.get('email') ?? '']
  const isComplete = isHydrated && token !== '' && email !== ''
  const { data, error, isPending } = useQuery({ ...verification(token, email), enabled: isComplete })

  if (!isHydrated || (isComplete && isPending)) {
    return (
      <Loading label="Verifying" className="grid justify-items-center gap-5 text-center">
        <Skeleton className="size-12 rounded-full" />
        <PageHeading>Verifying your email…</PageHeading>
        <Skeleton className="h-6 w-64" />
        <Skeleton className="h-11 w-24" />
      </Loading>
    )
  }
  if (!data) {
    return (
      <div role="alert" className="grid justify-items-center gap-5 text-center">
        <MailX className="size-12 text-clay" aria-hidden="true" />
        <PageHeading>Verification failed</PageHeading>
        <p className="text-soft">{error?.message ?? authRefusals.badVerification.message}</p>
        <ButtonLink to={keepReturn(paths.resendVerification)} {...(email && { state: { email } })}>
          Try Again
        </ButtonLink>
      </div>
    )
  }
  return (
    <div role="alert" className="grid justify-items-center gap-5 text-center">
      <CircleCheck className="size-12 text-leaf" aria-hidden="true" />
      <PageHeading>Email verified</PageHeading>
      <p className="text-soft">{data.message}</p>
      <ButtonLink to={keepReturn(paths.login)} state={{ email }}>
        Log in
      </ButtonLink>
    </div>
  )
}
