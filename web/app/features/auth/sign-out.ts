import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { call } from '#platform/api/client.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { endSession, idsOf, readSession } from '#platform/session/session.ts'
import { keysWithPrefix, load, remove, save } from '#platform/storage/local-storage.ts'
import { dismissAllToasts } from '#ui/feedback/toast.ts'

/** Sessions that the server may not have ended yet. Their tokens are gone from this device. */
const PREFIX = 'ended-session:'

/** The one that the server is being asked to end since the logout. */
let ending: string | undefined

/** Ends the session on the server and on this device; here it ends even if the call fails. */
export function signOut(): void {
  const session = readSession()
  const key = PREFIX + crypto.randomUUID()
  if (session) save(key, idsOf(session.token))
  ending = key
  // Sent while the token is still stored.
  call(authEndpoints.signOut, {}, { keepalive: true }).then(
    () => remove(key),
    () => (ending = undefined),
  )
  endSession(paths.login)
  dismissAllToasts()
  queryClient.clear()
}

/**
 * Ends sessions on the server whose users logged out on this device without a connection.
 * @param isOnlineAgain whether a logout that's being sent is lost.
 */
export function endLeftoverSessions({ isOnlineAgain = false } = {}): void {
  for (const key of keysWithPrefix(PREFIX)) {
    if (key === ending && !isOnlineAgain) continue
    const body = load(key, (stored) => authEndpoints.endSession.body.parse(stored))
    if (!body) remove(key)
    else
      call(authEndpoints.endSession, { body }, { keepalive: true }).then(
        () => remove(key),
        () => undefined,
      )
  }
}
