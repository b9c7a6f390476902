import type { Db } from '#platform/database/database.ts'

/** Starts a query for the Super Admins who aren't suspended. */
export function selectActiveSuperAdmins(db: Db) {
  return (
    db
      .selectFrom('users')
      .where('role', '=', 'Super Admin')
      // The condition of the index on administrators: Postgres wouldn't use it otherwise.
      .where('role', '<>', 'User')
      .where('suspendedAt', 'is', null)
  )
}
