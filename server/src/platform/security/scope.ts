import { type Right, rightsOf, type Role, roles } from '@docketbox/contract'
import type { Actor } from './actor.ts'

/** Whose data a call works on and with which rights. The actor may be someone else. */
export type Scope = Readonly<{ ownerId: string; rights: ReadonlySet<Right> }>

const rightsByRole = new Map<Role, ReadonlySet<Right>>(roles.map((role) => [role, new Set(rightsOf(role))]))

export type Caller = Readonly<{ actor: Actor; scope: Scope }>

/** The scope of someone using their own account. */
export function ownScope({ id, role }: Actor): Scope {
  return { ownerId: id, rights: rightsByRole.get(role)! }
}
