import { authTexts, type SignedIn } from '@docketbox/contract/auth/endpoints'
import { useNavigate } from 'react-router'
import { queryClient } from '#platform/api/query-client.ts'
import { startSession } from '#platform/session/session.ts'
import { toast } from '#ui/feedback/toast.ts'

/** How long what is said at the login stays (specification §2). */
export const LOGIN_TOAST_MS = 5000

export type Welcome = (answer: SignedIn, rememberMe: boolean) => Promise<void>

/** Starts the session a sign-in answered and goes where it leads, or back to where the person wanted to go. */
export function useWelcome(returnTo: string | undefined): Welcome {
  const navigate = useNavigate()
  return async ({ token, leadsTo, ...user }, rememberMe) => {
    // What somebody else saw on this device is not theirs.
    queryClient.clear()
    startSession({ token, role: user.role, user, rememberMe })
    toast.success(authTexts.loggedIn, { durationMs: LOGIN_TOAST_MS })
    await navigate(returnTo ?? leadsTo, { replace: true })
  }
}
