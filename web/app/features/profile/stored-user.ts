import { user as userSchema } from '@docketbox/contract/core/people/identity'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loggedUser } from '#features/auth'
import { storedUser, storeUser } from '#platform/session/session.ts'
import { storedUserId } from '#platform/session/stored-user.ts'

/** Changes fields of the user stored on this device, unless another one has logged in since it was asked for. */
export function updateStoredUser(id: string, changes: Record<string, unknown>): void {
  const user = storedUser()
  if (typeof user === 'object' && storedUserId() === id) storeUser({ ...user, ...changes })
}

/** Brings the stored user up to date with what they changed on other devices. */
export function useFreshUser(): void {
  const { data, isFetchedAfterMount } = useQuery({ ...loggedUser, staleTime: 0 })
  useEffect(() => {
    if (!data || !isFetchedAfterMount) return
    const { hasSecondFactor } = data
    updateStoredUser(data._id, { ...userSchema.parse(data), hasSecondFactor })
  }, [data, isFetchedAfterMount])
}
