import type { Role } from '@docketbox/contract'

/** The caller, once their session has been checked. */
export type Actor = Readonly<{
  id: string
  role: Role
  sessionId: string
  /** Whether they proved a second factor in this session. */
  hasSecondFactor: boolean
}>

export function isAdministrator(actor: Actor): boolean {
  return actor.role === 'Admin' || actor.role === 'Super Admin'
}
