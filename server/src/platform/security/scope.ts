import { type Right, rightsOf, type Role, roles } from '@docketbox/contract'
import type { Actor } from './actor.ts'

/** Whose data a call works on, and what it may do there. The actor is who calls; the two need not be the same. */
export type Scope = Readonly<{ ownerId: string; rights: ReadonlySet<Right> }>

const rightsByRole = new Map<Role, ReadonlySet<Right>>(roles.map((role) => [role, new Set(rightsOf(role))]))

/** Who calls, and on whose data. */
export type Caller = Readonly<{ actor: Actor; scope: Scope }>

/** The scope of someone using their own account. */
export function ownScope({ id, role }: Actor): Scope {
  return { ownerId: id, rights: rightsByRole.get(role)! }
}
