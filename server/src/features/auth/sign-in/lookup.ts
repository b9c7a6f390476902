import type { SubsDetails } from '@docketbox/contract'
import { enrolledFactorColumns, type EnrolledFactors } from '#features/second-factor'
import { accessPeriodsColumn, readPeriods, subsDetailsIn } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { userColumns, type UserRow } from '../user-store.ts'

type SignInLookup = {
  user: UserRow
  enrolledFactors: EnrolledFactors
  subs_details: SubsDetails | null
}

/**
 * Finds the user, the second factors they've enrolled and their plan, in one query.
 * @param name the email address or the username; a username never contains an @.
 */
export async function lookUpForSignIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
): Promise<SignInLookup | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .select(enrolledFactorColumns)
    .select(accessPeriodsColumn)
    .where(({ fn }) => fn('lower', [name.includes('@') ? 'email' : 'username']), '=', name.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { hasApp, hasPasskey, periods, ...user } = row
  const subs_details = subsDetailsIn(readPeriods(periods), now())
  return { user, enrolledFactors: { hasApp, hasPasskey }, subs_details }
}
