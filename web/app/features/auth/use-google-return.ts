import { type GoogleProblem, googleProblems } from '@docketbox/contract/google'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useIsHere } from '#platform/is-here'
import { finishGoogle } from './queries.ts'
import type { Welcome } from './use-welcome.ts'

type GoogleReturn = { isWorking: boolean; problem: string | undefined }

/** Finishes a sign-in that comes back from Google: a one-time code or a problem, in the fragment of the address. */
export function useGoogleReturn(welcome: Welcome): GoogleReturn {
  const told = useFragment()
  const code = told.get('google')
  const problem = told.get('problem')
  const { mutate, error, isIdle, isPending } = useMutation({
    mutationFn: finishGoogle,
    onSuccess: (answer) => welcome(answer, told.get('rememberMe') === 'true'),
  })

  useEffect(() => {
    if (code) mutate(code)
  }, [code, mutate])

  if (code) return { isWorking: isIdle || isPending, problem: error?.message }
  return { isWorking: false, problem: problem ? sentenceOf(problem) : undefined }
}

function sentenceOf(problem: string): string {
  return Object.hasOwn(googleProblems, problem)
    ? googleProblems[problem as GoogleProblem]
    : googleProblems.failed
}

/** The values in the fragment of the address. */
function useFragment(): URLSearchParams {
  const { hash } = useLocation()
  return new URLSearchParams(useIsHere() ? hash.slice(1) : '')
}
