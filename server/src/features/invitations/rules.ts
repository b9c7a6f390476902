import { HOUR_MS } from '@docketbox/contract/core/units'
import type { Invitation } from '@docketbox/contract'

/** Requirement 7. */
export const INVITATION_MS = 72 * HOUR_MS

type Times = { usedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date }

export function statusOf({ usedAt, withdrawnAt, expiresAt }: Times, now: Date): Invitation['status'] {
  if (usedAt) return 'used'
  if (withdrawnAt) return 'withdrawn'
  return expiresAt > now ? 'open' : 'expired'
}
