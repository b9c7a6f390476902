import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { type RefObject, useEffect, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { type Answers, payloadOf } from '../answers.ts'

// The rules and the calls weigh more than the form itself, which stands before them: they come when somebody turns to it.
const rules = () => import('./check.ts')
export const calls = () => import('./queries.ts')

type Settings = Awaited<ReturnType<Awaited<ReturnType<typeof calls>>['askForSettings']>>

/** Checks the form by its rules. Where they cannot be fetched, the server says what is wrong. */
export function checkedOnDemand(asksMyGovPassword: boolean): Resolver<Answers, unknown, ClaimsPayload> {
  return async (answers) => {
    const fetched = await rules().catch(() => undefined)
    if (!fetched) return { values: payloadOf(answers, asksMyGovPassword), errors: {} }
    return fetched.check(answers, asksMyGovPassword)
  }
}

/** What the server asks here and now. Until somebody turns to the form, and without an answer, it is not known. */
export function useSettings(place: RefObject<HTMLElement | null>): Settings | undefined {
  const [settings, setSettings] = useState<Settings>()
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const setPage = () => {
      void rules().catch(() => undefined)
      void calls()
        .then(({ askForSettings }) => askForSettings(signal))
        .then(setSettings)
        // What the page was built with is what it most likely is.
        .catch(() => undefined)
    }
    const element = place.current
    if (element?.contains(document.activeElement)) setPage()
    else element?.addEventListener('focusin', setPage, { signal, once: true })
    return () => listening.abort()
  }, [place])
  return settings
}
