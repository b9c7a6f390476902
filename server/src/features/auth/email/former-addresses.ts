import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { findUserByEmail } from '../user-store.ts'

/**
 * Whether an account other than `ownerId` has this address, or can still take it back with “keep my email”: while it can,
 * no one else gets the address, not even someone who can read its mail. If `ownerId` wants the address, a user who never
 * verified it doesn't count: `ownerId` gets it only by verifying it.
 */
export async function isEmailTaken(db: Db, email: string, now: Date, ownerId?: string): Promise<boolean> {
  const user = await findUserByEmail(db, email)
  const isReplaceable = ownerId !== undefined && user?.role === 'User' && user.emailVerifiedAt === null
  if (user && user.id !== ownerId && !isReplaceable) return true
  const keeper = await keepLinks(db, now)
    .select('ownerId')
    .where(sql`lower(payload ->> 'from')`, '=', email.toLowerCase())
    .$if(ownerId !== undefined, (query) => query.where('ownerId', '<>', ownerId!))
    .limit(1)
    .executeTakeFirst()
  return keeper !== undefined
}

/** The addresses that an account can still take back. */
export async function listFormerAddresses(
  db: Db,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<string[]> {
  const rows = await keepLinks(db, now)
    .select(sql<string>`payload ->> 'from'`.as('address'))
    .distinct()
    .where('ownerId', '=', id)
    .execute()
  return rows.map(({ address }) => address).filter((address) => address !== email)
}

/** The links that still work. */
function keepLinks(db: Db, now: Date) {
  return (
    db
      .selectFrom('oneTimeTokens')
      // Not a parameter, so that every plan can use the partial index.
      .where('purpose', '=', sql.lit('keep-email'))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
  )
}
