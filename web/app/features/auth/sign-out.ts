import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { call } from '#platform/api/client.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { endSession } from '#platform/session/session.ts'

/** Ends the session on the server, and here whatever the server says. */
export function signOut(): void {
  // Sent while the token is still stored; nobody has to wait for the answer.
  call(authEndpoints.signOut, {}).catch(() => undefined)
  endSession('/login')
  queryClient.clear()
}
