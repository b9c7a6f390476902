import { authTexts } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { homePath, isAnotherUser, readSession, returnPath } from '#platform/session/session.ts'
import { storedUserEmail, storedUserId } from '#platform/session/stored-user.ts'
import { toast } from '#ui/feedback/toast.ts'
import { emailFromState } from './navigation-state.ts'
import { LOGIN_TOAST_MS } from './login/use-complete-sign-in.ts'

/**
 * Sends a user who is logged in already to the screen they came for, or to their dashboard. But not someone who has
 * just verified the email or reset the password of another account: they'd take the dashboard for their own.
 */
export function useRedirectSignedIn(): void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  useEffect(() => {
    const session = readSession()
    if (!session || (emailFromState(state) ?? storedUserEmail()) !== storedUserEmail()) return
    const home = homePath(session)
    if (home === paths.home) toast.error(authTexts.unexpectedRole, { durationMs: LOGIN_TOAST_MS })
    else {
      const returnTo = isAnotherUser(storedUserId()) ? undefined : returnPath(search)
      void navigate(returnTo ?? home, { replace: true })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on arrival only: completing a login navigates on its own
  }, [])
}
