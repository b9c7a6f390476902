import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { type RefObject, useEffect, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { reloadIfOutdated } from '#platform/offline/retry-when-online.ts'
import { type Answers, payloadOf } from '../answers.ts'

// These weigh more than the form, so they load when a field is first focused. On Submit, an update may have removed them.
const loadRules = () => import('./check.ts')
export const loadQueries = () => import('./queries.ts')
export const loadSuccessDialog = () => import('./success-dialog.tsx')

type ServerSettings = Awaited<ReturnType<Awaited<ReturnType<typeof loadQueries>>['fetchSettings']>>

/** Checks the form with the contract's rules; if they can't be loaded, the server checks alone. */
export function lazyResolver(asksMyGovPassword: boolean): Resolver<Answers, unknown, ClaimsPayload> {
  return async (answers) => {
    const rules = await loadRules().catch(() => undefined)
    if (!rules) return { values: payloadOf(answers, asksMyGovPassword), errors: {} }
    return rules.check(answers, asksMyGovPassword)
  }
}

/** The server's settings for the form; undefined until the user focuses it, or if the server can't be reached. */
export function useServerSettings(container: RefObject<HTMLElement | null>): ServerSettings | undefined {
  const [settings, setSettings] = useState<ServerSettings>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const loadSettings = () => {
      const queries = loadQueries()
      // Hardly anything has been typed yet, and the draft has what was.
      void Promise.all([queries, loadRules(), loadSuccessDialog()]).catch(reloadIfOutdated)
      void queries
        .then(({ fetchSettings }) => fetchSettings(signal))
        .then(setSettings)
        // The settings of the build are then the best guess.
        .catch(() => undefined)
    }
    const element = container.current
    if (element?.contains(document.activeElement)) loadSettings()
    else element?.addEventListener('focusin', loadSettings, { signal, once: true })
    return () => controller.abort()
  }, [container])
  return settings
}
