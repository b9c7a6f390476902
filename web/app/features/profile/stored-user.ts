import { storedUser, storeUser } from '#platform/session/session.ts'

/** Changes fields of the user stored on this device, if there is one. */
export function updateStoredUser(changes: Record<string, unknown>): void {
  const user = storedUser()
  if (typeof user === 'object') storeUser({ ...user, ...changes })
}
