import {
  commonRefusals,
  endingOf,
  guestRights,
  type RefusalSpec,
  type Right,
  rightsOf,
  type Role,
  roles,
} from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from './actor.ts'

/** The data a call may use: its owner, rights and income years. The actor may be someone else. */
export type Scope = Readonly<{
  ownerId: string
  rights: ReadonlySet<Right>
  /** The years that are shared with the actor, as in `2025-26`; `all` for the owner. */
  incomeYears: readonly string[] | 'all'
  /** Whether original files may be downloaded; without them, only pictures of receipts are shown. */
  hasOriginals: boolean
}>

export type Caller = Readonly<{ actor: Actor; scope: Scope }>

const rightsByRole = new Map<Role, ReadonlySet<Right>>(roles.map((role) => [role, new Set(rightsOf(role))]))
const rightsOfGuests: ReadonlySet<Right> = new Set(guestRights)

export function ownScope({ id, role }: Actor): Scope {
  return { ownerId: id, rights: rightsByRole.get(role)!, incomeYears: 'all', hasOriginals: true }
}

export function guestScope(
  shared: Pick<Scope, 'ownerId' | 'hasOriginals'> & { incomeYears: string[] },
): Scope {
  return { ...shared, rights: rightsOfGuests }
}

/**
 * Refuses an income year that isn't shared with the actor, as if it didn't exist.
 * @param incomeYear as in `2025-26`; undefined is fine where a query is limited to the shared years anyway.
 */
export function requireYear(
  { incomeYears }: Scope,
  incomeYear: string | undefined,
  refusal: RefusalSpec = commonRefusals.noSuchAddress,
): void {
  if (incomeYears === 'all' || incomeYear === undefined || incomeYears.includes(incomeYear)) return
  throw new Refusal(refusal)
}

/** The only years that queries may show, by the year they end in; undefined without a limit. */
export function yearLimit({ incomeYears }: Scope): number[] | undefined {
  if (incomeYears === 'all') return undefined
  return incomeYears.map(endingOf)
}
