import { withQuery } from '@docketbox/contract/core/paths'
import { useLocation } from 'react-router'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { returnPath } from '#platform/session/session.ts'

/** Where to come to after logging in, however often the user changes between the screens of this folder before that. */
export function useReturn(): { returnTo: string | undefined; keepReturn: (path: string) => string } {
  const { search } = useLocation()
  const isHydrated = useHydrated()
  const returnTo = isHydrated ? returnPath(search) : undefined
  return { returnTo, keepReturn: (path) => withQuery(path, { returnTo }) }
}
