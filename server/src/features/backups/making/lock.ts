import pg from 'pg'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { REMOVAL_LOCK } from '#platform/storage/removal-lock.ts'

/** Key of the advisory lock held while the backups of this database change. */
export const BACKUP_LOCK = 7_301_003

/**
 * Runs `work` while no other backup is made or removed and no file leaves the store.
 * @param work receives a function that fails if that didn't last, because the connection was lost.
 * @throws CannotStart while another backup runs.
 */
export async function withBackupLock<T>(
  databaseUrl: string,
  work: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  // The next query fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A transaction rather than a session: a pooler may give its connections to others in between.
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isFree"',
      [BACKUP_LOCK],
    )
    if (!rows[0]!.isFree) throw new CannotStart('Another backup is running.')
    await client.query('select pg_advisory_xact_lock($1)', [REMOVAL_LOCK])
    return await work(async () => void (await client.query('select 1')))
  } finally {
    await client.end()
  }
}
