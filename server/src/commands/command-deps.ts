import { systemClock } from '#platform/clock'
import { checkDatabase } from '#platform/check-database'
import { readEnvironment } from '#platform/config'
import { openDataDir } from '#platform/data-dir'
import { openDatabase } from '#platform/database'
import type { Deps } from '#platform/deps'
import { startEmbeddedPostgres } from '#platform/embedded-postgres'
import { openFileStore } from '#platform/files/configured'
import { openJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { sendMail } from '#platform/mail'
import { migrate } from '#platform/migrations'
import { loadSecrets } from '#platform/secrets'

/** What a command on the command line works with: the data, but no server. Mail it queues leaves with the server. */
export type CommandDeps = Pick<
  Deps,
  'config' | 'secrets' | 'publicUrl' | 'db' | 'files' | 'jobs' | 'now' | 'log'
>

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
  const { db, pool, close } = openDatabase(url, {
    maxConnections: 2,
    queryTimeoutMs: 0,
    onLost: (err) => log.warn({ err }, 'an idle database connection was lost'),
  })
  open.defer(close)
  await checkDatabase(db)
  await migrate(db)
  const secrets = await loadSecrets(config)
  const files = await openFileStore(config, systemClock)
  const jobs = await openJobs({ url, pool, log, jobs: [sendMail] })
  open.defer(() => jobs.stop())
  // Awaited here: what is open closes when this function ends.
  return await command({
    config,
    secrets,
    publicUrl: config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${config.PORT}`,
    db,
    files,
    jobs,
    now: systemClock,
    log,
  })
}
