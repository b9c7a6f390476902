import { storedUser, storeUser } from '#platform/session/session.ts'

/** Changes single facts of the user kept on this device, if there is one. */
export function updateStoredUser(changes: Record<string, unknown>): void {
  const stored = storedUser()
  if (typeof stored === 'object') storeUser({ ...stored, ...changes })
}
