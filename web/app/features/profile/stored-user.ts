import { storedUser, storeUser } from '#platform/session'

/** Changes single facts of the user kept on this device. */
export function updateStoredUser(changes: Record<string, unknown>): void {
  const stored = storedUser()
  storeUser({ ...(typeof stored === 'object' ? stored : {}), ...changes })
}
