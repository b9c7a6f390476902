import { systemClock } from '#platform/clock'
import { checkDatabase } from '#platform/check-database'
import { readEnvironment } from '#platform/config'
import { openDataDir } from '#platform/data-dir'
import { openDatabase } from '#platform/database'
import type { Deps } from '#platform/deps'
import { startEmbeddedPostgres } from '#platform/embedded-postgres'
import { openFileStore } from '#platform/files/configured'
import { createLog } from '#platform/log'
import { migrate } from '#platform/migrations'
import { loadSecrets } from '#platform/secrets'

/** What a command on the command line works with: the data, but no server and no mail. */
export type CommandDeps = Pick<Deps, 'config' | 'secrets' | 'db' | 'files' | 'now' | 'log'>

/** Runs a command on the same data as the server, whether that is running or not. */
export async function withCommandDeps<Result>(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  command: (deps: CommandDeps) => Promise<Result>,
): Promise<Result> {
  await using open = new AsyncDisposableStack()
  const config = readEnvironment(env)
  const log = createLog(config.LOG_LEVEL)
  await openDataDir(config.DATA_DIR)
  let url = config.DATABASE_URL
  if (!url) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say, whenRunning: 'join' })
    open.defer(postgres.stop)
    url = postgres.url
  }
  const { db, close } = openDatabase(url, {
    maxConnections: 2,
    queryTimeoutMs: 0,
    onLost: (err) => log.warn({ err }, 'an idle database connection was lost'),
  })
  open.defer(close)
  await checkDatabase(db)
  await migrate(db)
  const secrets = await loadSecrets(config)
  const files = await openFileStore(config, systemClock)
  // Awaited here: what is open closes when this function ends.
  return await command({
    config,
    secrets,
    db,
    files,
    now: systemClock,
    log,
  })
}
