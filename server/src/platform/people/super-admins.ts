import type { Db } from '#platform/database/database.ts'

/** Starts a query for the Super Admins who can log in: those who are verified and not suspended. */
export function selectActiveSuperAdmins(db: Db) {
  return (
    db
      .selectFrom('users')
      .where('role', '=', 'Super Admin')
      // The condition of the index on administrators: Postgres wouldn't use it otherwise.
      .where('role', '<>', 'User')
      .where('suspendedAt', 'is', null)
      .where('emailVerifiedAt', 'is not', null)
  )
}
