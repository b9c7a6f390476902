import { DAY_MS } from '@docketbox/contract/core/units'
import { CLOSING_GRACE_DAYS } from '@docketbox/contract'
import { cancelRenewals } from '../../plans/ending/cancel-renewals.ts'
import type { Simulation } from './simulate.ts'

/** Probabilities for each customer and day. */
const daily = { suspended: 0.0005, closed: 0.0005 }
/** Probability for each closed account and day. */
const REOPENED = 0.03

/** One day of accounts that are suspended or closed, and of some that are used again. */
export async function changeAccounts(simulation: Simulation): Promise<void> {
  const { random, owners, suspended, closed } = simulation
  for (const owner of owners) {
    if (random.chance(daily.suspended)) await setSuspended(simulation, owner, !suspended.has(owner))
    if (random.chance(closed.has(owner) ? REOPENED : daily.closed))
      await setClosed(simulation, owner, !closed.has(owner))
  }
}

async function setSuspended({ deps, suspended }: Simulation, owner: string, isSuspended: boolean) {
  if (isSuspended) suspended.add(owner)
  else suspended.delete(owner)
  const suspendedAt = isSuspended ? deps.now() : null
  await deps.db.updateTable('users').set({ suspendedAt }).where('id', '=', owner).execute()
  if (isSuspended) await deps.jobs.enqueue(deps.db, cancelRenewals, { owner })
}

async function setClosed({ deps, closed }: Simulation, owner: string, isClosed: boolean) {
  const at = deps.now()
  const closing = isClosed
    ? { closedAt: at, purgeAt: new Date(+at + CLOSING_GRACE_DAYS * DAY_MS) }
    : { closedAt: null, purgeAt: null, purgeRemindedAt: null }
  const changed = await deps.db.updateTable('users').set(closing).where('id', '=', owner).execute()
  // Deleted accounts stay closed.
  if (changed[0]?.numUpdatedRows === 0n) return
  if (isClosed) closed.add(owner)
  else closed.delete(owner)
  if (isClosed) await deps.jobs.enqueue(deps.db, cancelRenewals, { owner })
}
