import { sql } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import type { Mail } from '#platform/mail/mail.ts'
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

/**
 * A thief may have asked more than once before the owner pressed a link.
 * @returns when the first change away from this address was requested that could still be stopped at `requestedAt`.
 */
export async function findFirstRequest(
  db: Db,
  { id, email }: { id: string; email: string },
  requestedAt: Date,
): Promise<Date> {
  const earlier = await keepLinks(db, requestedAt)
    .select('createdAt')
    .where('ownerId', '=', id)
    .where(sql`payload ->> 'from'`, '=', email)
    .where('createdAt', '<', requestedAt)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return earlier?.createdAt ?? requestedAt
}

/**
 * Mails a change of how an account can be logged in to. A thief may have made it after moving the account to their address, so
 * the addresses that can still take it back get the mail, too.
 */
export async function mailSecurityChange(
  { mail: mails, now }: Pick<Deps, 'mail' | 'now'>,
  db: Db,
  user: { id: string; email: string },
  mail: Mail,
): Promise<void> {
  await mails.queue(db, mail)
  for (const to of await listFormerAddresses(db, user, now()))
    await mails.queue(db, { ...mail, to, button: undefined, closing: [TAKE_IT_BACK] })
}

const TAKE_IT_BACK =
  'If this wasn’t you, press “keep my email” in the email we sent you before your address changed. Then choose a new password.'

/** The unused links that hadn't expired at a time. */
function keepLinks(db: Db, at: Date) {
  return (
    db
      .selectFrom('oneTimeTokens')
      // Not a parameter, so that every plan can use the partial index.
      .where('purpose', '=', sql.lit('keep-email'))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', at)
  )
}
