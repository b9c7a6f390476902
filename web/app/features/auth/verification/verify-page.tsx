import { authEndpoints, authRefusals } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, MailCheck, MailX } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#platform/api/client.ts'
import { isRefusedWith } from '#platform/api/error.ts'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { useReturn } from '../use-return.ts'
import { forgetSignUp, isSignedUpHere } from './signed-up-here.ts'

const title = 'Finish signing up'

export const meta = () =>
  pageMeta({ title, description: 'Confirm that this email address is yours, so that you can log in.' })

/**
 * Waits for a press, except in the browser that signed up: a mail scanner that runs scripts mustn't verify an account that
 * someone else opened.
 */
export default function VerifyPage() {
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const { keepReturn } = useReturn()
  const [token, email] = [search.get('token') ?? '', search.get('email') ?? '']
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(authEndpoints.verify, { query: { token, email } }),
    onSuccess: forgetSignUp,
  })
  useEffect(() => {
    if (token !== '' && isSignedUpHere(email)) mutate()
  }, [token, email, mutate])

  if (!isHydrated) {
    return (
      <Loading label="Loading" className="grid justify-items-center gap-5 text-center">
        <Skeleton className="size-12 rounded-full" />
        <PageHeading>{title}</PageHeading>
        <Skeleton className="h-12 w-64" />
        <Skeleton className="h-11 w-40" />
      </Loading>
    )
  }
  if (token === '' || email === '' || isRefusedWith(error, authRefusals.badVerification)) {
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
  if (data) {
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
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <MailCheck className="size-12 text-leaf" aria-hidden="true" />
      <PageHeading>{title}</PageHeading>
      <p className="text-soft">
        Your email address: <strong className="block wrap-anywhere text-ink">{email}</strong>
      </p>
      <ErrorNotice>{error?.message}</ErrorNotice>
      <Button busy={isPending && 'Verifying…'} onClick={() => mutate()}>
        Verify my email
      </Button>
      <p className="text-sm text-soft">
        Didn’t sign up? Close this page. If you verify, the person who did can log in with your email address.
      </p>
    </div>
  )
}
