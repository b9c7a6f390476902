import { PostgresAdapter, PostgresDialect } from 'kysely'

/** Postgres, directly or behind a pooler that shares connections between transactions. */
export class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledPostgresAdapter()
  }
}

/**
 * Turns off the migrator's own lock, which belongs to a session: behind a pooler it would stay on a shared connection, and
 * the next start would wait for it forever. `migrate` takes one that ends with its transaction.
 */
class PooledPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
