import { authEndpoints } from '@docketbox/contract/auth'
import { call } from '#platform/api'
import { queryClient } from '#platform/query-client'
import { endSession } from '#platform/session'

/** Ends the session on the server, and here whatever the server says. */
export function signOut(): void {
  // Sent while the token is still stored; nobody has to wait for the answer.
  call(authEndpoints.signOut, {}).catch(() => undefined)
  endSession('/login')
  queryClient.clear()
}
