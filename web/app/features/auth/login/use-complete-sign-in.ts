import { authTexts, type SignedIn } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useNavigate } from 'react-router'
import { queryClient } from '#platform/api/query-client.ts'
import { isAnotherUser, startSession } from '#platform/session/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { forgetSignUp } from '../verification/signed-up-here.ts'

/** As the specification says. */
export const LOGIN_TOAST_MS = 5000

export type CompleteSignIn = (signedIn: SignedIn, rememberMe: boolean) => Promise<void>

/**
 * Starts the session that signing in returned, then navigates to `returnTo`, unless it may be another user's, or to where the
 * server says.
 */
export function useCompleteSignIn(returnTo: string | undefined): CompleteSignIn {
  const navigate = useNavigate()
  return async ({ token, leadsTo, ...user }, rememberMe) => {
    const isAnother = isAnotherUser(user._id)
    // The cache may hold another user's data.
    queryClient.clear()
    startSession({ token, role: user.role, user, rememberMe })
    // They may have verified it on another device, and this one may be shared.
    forgetSignUp()
    // Users notice when they're in an account that isn't theirs.
    const detail = authTexts.loggedInAs(user.email)
    toast.success(authTexts.loggedIn, { detail, durationMs: LOGIN_TOAST_MS })
    const isFirstLogin = leadsTo === paths.plans
    await navigate((isAnother ? undefined : returnTo) ?? leadsTo, { replace: true, state: { isFirstLogin } })
  }
}
