import { type Proofs, proofsOf } from '#features/second-factor'
import type { Db } from '#platform/database/database.ts'
import { accountKey, attemptKey, beginCounting } from '#platform/limits/failed-attempts.ts'
import { keptStatement } from '#platform/database/prepared-query.ts'
import { userColumns, type UserRow } from './user-store.ts'

type Found = ({ [Column in keyof UserRow]: UserRow[Column] | null } & Proofs) & { isCounted: boolean }

const arriving = {
  email: arriveBy('email'),
  username: arriveBy('username'),
}

function arriveBy(column: 'email' | 'username') {
  return keptStatement<{ name: string; stranger: string; now: Date }, Found>(`
    with person as (
      select ${userColumns}, ${proofsOf('users.id')} from users where lower(${column}) = :name
    ), counted as (
      ${beginCounting(`coalesce((select ${accountKey('password', 'id')} from person), :stranger)`)}
    )
    select person.*, exists (select from counted) as "isCounted" from (select) as always left join person on true`)
}

/** Somebody who says who they are. */
export type Arrival = {
  /** Nobody when the name is unknown. */
  user: UserRow | undefined
  proofs: Proofs
  /** Whether this attempt is counted as a failed one already, as the first. */
  isCounted: boolean
}

/**
 * All there is to ask before a password is looked at, in one statement: it is asked at every sign-in, while others'
 * passwords keep the machine busy.
 * @param name the e-mail address or the username; a username never holds an @.
 */
export async function arrive(db: Db, name: string, now: Date): Promise<Arrival> {
  const ask = arriving[name.includes('@') ? 'email' : 'username']
  const stranger = attemptKey('password', { name })
  const [found] = await ask(db, { name: name.toLowerCase(), stranger, now })
  const { isCounted, hasApp, hasPasskey, ...user } = found!
  return {
    user: user.id === null ? undefined : (user as UserRow),
    proofs: { hasApp, hasPasskey },
    isCounted,
  }
}
