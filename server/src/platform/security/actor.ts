import type { Role } from '@docketbox/contract'

/** The caller, once their session has been checked. */
export type Actor = Readonly<{
  id: string
  role: Role
  sessionId: string
  /** Whether they proved a second factor in this session. */
  hasSecondFactor: boolean
  /** Set for guests, who make this call without an account: the room they're in, which is also their `id`. */
  roomId?: string
}>

export function isAdministrator(actor: Actor): boolean {
  return actor.role === 'Admin' || actor.role === 'Super Admin'
}
