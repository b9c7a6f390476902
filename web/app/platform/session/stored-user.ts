import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { readSession, storedUser, useSession, useStoredUser } from '#platform/session/session.ts'

/** The id of the user stored on this device at login, empty without one. */
export function storedUserId(): string {
  return textIn(storedUser(), '_id')
}

/** The same, re-rendering when it changes. */
export function useStoredUserId(): string {
  return textIn(useStoredUser(), '_id')
}

/** The id of the user who’s logged in; empty once their session has expired, which leaves them stored. */
export function sessionUserId(): string {
  return readSession() ? storedUserId() : ''
}

/** The same, re-rendering when the session starts or ends. */
export function useSessionUserId(): string {
  const user = useStoredUserId()
  return useSession() ? user : ''
}

/** The email of the user stored on this device, empty without one. */
export function storedUserEmail(): string {
  return textIn(storedUser(), 'email')
}

/** Their phone number, empty without one. */
export function storedUserPhone(): string {
  return textIn(storedUser(), 'phoneNumber')
}

function textIn(user: unknown, name: '_id' | 'email' | 'phoneNumber'): string {
  // Not with a schema: every screen loads this folder.
  const value = (user as Partial<Record<typeof name, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** Resolves once this user is logged in on this device again. */
export async function userLoggedIn(id: string): Promise<void> {
  while (storedUserId() !== id) await onlineOrTimeout()
}
