import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { call } from '#platform/api/client.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { endSession } from '#platform/session/session.ts'
import { dismissAllToasts } from '#ui/feedback/toast.ts'

/** Ends the session on the server and on this device; here it ends even if the call fails. */
export function signOut(): void {
  // Sent while the token is still stored.
  call(authEndpoints.signOut, {}, { keepalive: true }).catch(() => undefined)
  endSession(paths.login)
  dismissAllToasts()
  queryClient.clear()
}
