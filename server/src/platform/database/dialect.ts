import { PostgresAdapter, PostgresDialect } from 'kysely'

/** Postgres, also behind a pooler that shares connections between transactions. */
export class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledPostgresAdapter()
  }
}

/**
 * Without the migrator's own lock, which belongs to a session: behind a pooler it would stay on a connection that others use,
 * and the next start would wait for it forever. `migrate` has one that ends with its transaction.
 */
class PooledPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
