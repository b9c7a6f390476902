import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { storedUser, useStoredUser } from '#platform/session/session.ts'

/** The id of the user stored on this device at login, empty without one. */
export function storedUserId(): string {
  return idOf(storedUser())
}

/** The same; renders again when it changes. */
export function useStoredUserId(): string {
  return idOf(useStoredUser())
}

function idOf(user: unknown): string {
  // Not with a schema: every screen loads this folder.
  const isUser = typeof user === 'object' && user !== null && '_id' in user
  return isUser && typeof user._id === 'string' ? user._id : ''
}

/** Resolves once this user is logged in on this device again. */
export async function userLoggedIn(id: string): Promise<void> {
  while (storedUserId() !== id) await onlineOrTimeout()
}
