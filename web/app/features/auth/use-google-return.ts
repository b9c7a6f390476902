import { type GoogleProblem, googleProblems } from '@docketbox/contract/auth/google'
import { authRefusals, type SignedIn } from '@docketbox/contract/auth/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { useHydrated } from '#platform/page/use-hydrated.ts'
import { showPasskey } from '#platform/session/passkeys.ts'
import { askForPasskey, finishGoogle } from './queries.ts'
import { takesPasskey, wantsSecondFactor } from './sign-in-sentence.ts'
import type { Welcome } from './use-welcome.ts'

type GoogleReturn = {
  isWorking: boolean
  problem: string | undefined
  /** There when only the second factor is missing: goes on with its code, or with a passkey. */
  goOn: ((secondFactor: string) => Promise<unknown>) | undefined
  showPasskey: (() => Promise<unknown>) | undefined
  /** There when the account is closed: opens it again. */
  reopen: (() => void) | undefined
}

/** Finishes a sign-in that comes back from Google: a one-time code or a problem, in the fragment of the address. */
export function useGoogleReturn(welcome: Welcome): GoogleReturn {
  const told = useFragment()
  const code = told.get('google')
  const problem = told.get('problem')
  const enter = (answer: SignedIn) => welcome(answer, told.get('rememberMe') === 'true')
  const { mutate, error, variables, isIdle, isPending } = useMutation({
    mutationFn: finishGoogle,
    onSuccess: enter,
  })

  useEffect(() => {
    if (code) mutate({ code })
  }, [code, mutate])

  if (!code) {
    const sentence = problem ? sentenceOf(problem) : undefined
    return {
      isWorking: false,
      problem: sentence,
      goOn: undefined,
      showPasskey: undefined,
      reopen: undefined,
    }
  }
  const refusal = error instanceof ApiError ? error.code : ''
  const isStopped = wantsSecondFactor(refusal)
  const isClosed = refusal === authRefusals.closed.code
  return {
    isWorking: isIdle || isPending,
    problem: isStopped || isClosed ? undefined : error?.message,
    goOn: isStopped
      ? (secondFactor) => finishGoogle({ ...variables, code, secondFactor }).then(enter)
      : undefined,
    showPasskey: takesPasskey(refusal)
      ? async () => {
          const passkey = await showPasskey(await askForPasskey({ code }))
          return enter(await finishGoogle({ ...variables, code, passkey }))
        }
      : undefined,
    reopen: isClosed ? () => mutate({ code, reopen: true }) : undefined,
  }
}

function sentenceOf(problem: string): string {
  return Object.hasOwn(googleProblems, problem)
    ? googleProblems[problem as GoogleProblem]
    : googleProblems.failed
}

/** The values in the fragment of the address. */
function useFragment(): URLSearchParams {
  const { hash } = useLocation()
  return new URLSearchParams(useHydrated() ? hash.slice(1) : '')
}
