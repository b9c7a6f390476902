import {
  accountRefusals,
  addDays,
  CLOSING_GRACE_DAYS,
  type Credentials,
  HOME_TIME_ZONE,
  sydneyDay,
} from '@docketbox/contract'
import type { Sessions } from '#features/sessions'
import { closeAccount, confirmIdentity } from '#features/auth'
import { cancelRenewals } from '#features/payments'
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
  const purgeAt = endOfGrace(deps.now())
  await closeAccount(
    deps,
    sessions,
    { actor, user },
    {
      purgeAt,
      also: (db) => deps.jobs.enqueue(db, cancelRenewals, { owner: user.id }),
    },
  )
  return purgeAt
}

/** The end of the last day on which the account can be reopened, which mails and screens name. */
function endOfGrace(now: Date): Date {
  const nextDay = Temporal.PlainDate.from(addDays(sydneyDay(now), CLOSING_GRACE_DAYS + 1))
  return new Date(nextDay.toZonedDateTime(HOME_TIME_ZONE).epochMilliseconds)
}
