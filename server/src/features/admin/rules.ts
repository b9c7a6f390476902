import { adminRefusals, periods, type RefusalSpec, type Role } from '@docketbox/contract'

const rank: Record<Role, number> = { User: 0, Admin: 1, 'Super Admin': 2 }

/**
 * Why `actor` can't suspend `target`; undefined if they can (requirement 8). No one can suspend an equal, so a Super
 * Admin always remains.
 */
export function suspensionRefusal(
  actor: { id: string; role: Role },
  target: { id: string; role: Role },
): RefusalSpec | undefined {
  if (target.id === actor.id) return adminRefusals.notYourself
  return rank[target.role] >= rank[actor.role] ? adminRefusals.notAbove : undefined
}

/** Expired when the end is past, Incoming when the start is to come, else Active. */
export function periodOf(start: Date, end: Date, now: Date): (typeof periods)[number] {
  if (end <= now) return 'Expired'
  return start > now ? 'Incoming' : 'Active'
}
