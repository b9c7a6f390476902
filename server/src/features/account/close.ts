import { accountRefusals, type Credentials } from '@docketbox/contract'
import type { Sessions } from '#features/sessions'
import { closeAccount, confirmIdentity, endOfGrace } from '#features/auth'
import { cancelRenewals, hasPendingPayment } from '#features/payments'
import { endAllGuestAccess } from '#features/rooms'
import { type Actor, isAdministrator } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'

/**
 * Closes the caller's account.
 * @returns when it will be deleted.
 * @throws Refusal administratorStays, or the refusals of confirmIdentity
 */
export async function closeOwnAccount(
  deps: Deps,
  sessions: Sessions,
  actor: Actor,
  credentials: Credentials,
): Promise<Date> {
  if (isAdministrator(actor)) throw new Refusal(accountRefusals.administratorStays)
  const user = await confirmIdentity(deps, actor, credentials)
  const now = deps.now()
  const purgeAt = endOfGrace(now)
  await closeAccount(
    deps,
    sessions,
    { actor, user },
    {
      purgeAt,
      hasPendingPayment: await hasPendingPayment(deps.db, user.id, now),
      also: async (db) => {
        await endAllGuestAccess(db, user.id, now)
        await deps.jobs.enqueue(db, cancelRenewals, { owner: user.id })
      },
    },
  )
  return purgeAt
}
