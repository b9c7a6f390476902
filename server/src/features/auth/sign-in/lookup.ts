import { enrolledFactorColumns, type EnrolledFactors } from '#features/second-factor'
import type { Db } from '#platform/database/database.ts'
import { userColumns, type UserRow } from '../user-store.ts'

type SignInLookup = { user: UserRow; enrolledFactors: EnrolledFactors }

/**
 * Finds the user and the second factors they've enrolled, in one query.
 * @param name the email address or the username; a username never contains an @.
 */
export async function lookUpForSignIn(db: Db, name: string): Promise<SignInLookup | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .select(enrolledFactorColumns)
    .where(({ fn }) => fn('lower', [name.includes('@') ? 'email' : 'username']), '=', name.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { hasApp, hasPasskey, ...user } = row
  return { user, enrolledFactors: { hasApp, hasPasskey } }
}
