import { proofColumns, type Proofs } from '#features/second-factor'
import type { Db } from '#platform/database/database.ts'
import { userColumns, type UserRow } from '../user-store.ts'

type SignInLookup = { user: UserRow; proofs: Proofs }

/**
 * Looks up whose name it is and what they have to prove besides the password.
 * @param name the email address or the username; a username never contains an @.
 */
export async function lookUpForSignIn(db: Db, name: string): Promise<SignInLookup | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .select(proofColumns)
    .where(({ fn }) => fn('lower', [name.includes('@') ? 'email' : 'username']), '=', name.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { hasApp, hasPasskey, ...user } = row
  return { user, proofs: { hasApp, hasPasskey } }
}
