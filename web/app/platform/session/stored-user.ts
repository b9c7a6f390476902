import { z } from 'zod'
import { storedUser } from '#platform/session/session.ts'

/** The id of the user stored on this device at login, empty without one. */
export function storedUserId(): string {
  const user = z.object({ _id: z.string() }).safeParse(storedUser())
  return user.data?._id ?? ''
}
