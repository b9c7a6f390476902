import { authEndpoints, authRefusals, type SignedIn } from '@docketbox/contract/auth/endpoints'
import { googleEndpoints, type GoogleProblem, googleProblems } from '@docketbox/contract/auth/google'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { mutation } from '#platform/api/query.ts'
import { useFragment } from '#platform/page/use-fragment.ts'
import { showPasskey } from '#platform/session/passkeys.ts'
import { acceptsPasskey, needsSecondStep } from './refusal-message.ts'
import type { CompleteSignIn } from './use-complete-sign-in.ts'

type GoogleReturn = {
  isWorking: boolean
  problem?: string | undefined
  /** Defined when only the second step is missing. */
  continueWithCode?: ((secondFactor: string) => Promise<unknown>) | undefined
  continueWithPasskey?: (() => Promise<unknown>) | undefined
  /** Defined when the account is closed. */
  closed?: { message: string; onReopen: () => void } | undefined
}

/** Finishes a sign-in that comes back from Google with a one-time code or a problem in the URL's fragment. */
export function useGoogleReturn(completeSignIn: CompleteSignIn): GoogleReturn {
  const fragment = useFragment()
  const code = fragment?.get('google')
  const problem = fragment?.get('problem')
  const complete = (signedIn: SignedIn) => completeSignIn(signedIn, fragment?.get('rememberMe') === 'true')
  const { mutate, error, variables, isIdle, isPending } = useMutation({
    ...mutation(googleEndpoints.finish),
    onSuccess: complete,
  })

  useEffect(() => {
    if (code) mutate({ body: { code } })
  }, [code, mutate])

  if (!code) return { isWorking: false, problem: problem ? problemMessage(problem) : undefined }

  const refusal = error instanceof ApiError ? error.code : ''
  const isStopped = needsSecondStep(refusal)
  const isClosed = refusal === authRefusals.closed.code
  const finish = async (
    secondStep: { secondFactor: string } | { passkey: Awaited<ReturnType<typeof showPasskey>> },
  ) => complete(await call(googleEndpoints.finish, { body: { ...variables?.body, code, ...secondStep } }))
  return {
    isWorking: isIdle || isPending,
    problem: isStopped || isClosed ? undefined : error?.message,
    continueWithCode: isStopped ? (secondFactor) => finish({ secondFactor }) : undefined,
    continueWithPasskey: acceptsPasskey(refusal)
      ? async () =>
          finish({ passkey: await showPasskey(await call(authEndpoints.askForPasskey, { body: { code } })) })
      : undefined,
    closed:
      error && isClosed
        ? { message: error.message, onReopen: () => mutate({ body: { code, reopen: true } }) }
        : undefined,
  }
}

function problemMessage(problem: string): string {
  return Object.hasOwn(googleProblems, problem)
    ? googleProblems[problem as GoogleProblem]
    : googleProblems.failed
}
