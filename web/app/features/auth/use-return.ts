import { withQuery } from '@docketbox/contract/core/paths'
import { useLocation } from 'react-router'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { hasShownUser, returnPath } from '#platform/session/session.ts'

type Return = {
  returnTo: string | undefined
  /** What a new user's mail may carry: not the address of another user, whose session ended in this tab. */
  mailedReturn: { returnTo?: string }
  /** @returns the address of another screen of this folder that keeps it. */
  keepReturn: (path: string) => string
}

/** Where to come to after logging in, however often the user changes between the screens of this folder before that. */
export function useReturn(): Return {
  const { search } = useLocation()
  const isHydrated = useHydrated()
  const returnTo = isHydrated ? returnPath(search) : undefined
  return {
    returnTo,
    mailedReturn: returnTo === undefined || hasShownUser() ? {} : { returnTo },
    keepReturn: (path) => withQuery(path, { returnTo }),
  }
}
