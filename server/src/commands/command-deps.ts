import { refuseUnfinishedRestore } from '#features/backups'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { systemClock } from '#platform/config/clock.ts'
import { checkDatabase } from '#platform/database/check.ts'
import { type Environment, readEnvironment } from '#platform/config/environment.ts'
import { openDataDir } from '#platform/storage/data-dir.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { hasLocalDatabase, startLocalDatabase } from '#local-services'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { checkFileStore } from '#platform/storage/claim-store.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { createLog, type Log } from '#platform/config/log.ts'
import { createMailQueue, sendMail } from '#platform/mail/mail.ts'
import { hasMigrated, migrate } from '#platform/database/migrations.ts'
import { disableCoreDumps } from '#platform/processes/disable-core-dumps.ts'
import { checkEncryptionKey } from '#platform/security/encryption-key.ts'
import { loadSecrets } from '#platform/security/secrets.ts'

/** What `npm run admin` works with. Mail it queues is sent by the server. */
export type CommandDeps = Pick<
  Deps,
  'config' | 'secrets' | 'publicUrl' | 'db' | 'databaseUrl' | 'jobs' | 'mail' | 'now' | 'log'
>

/** For commands that need the stored files. */
export type FileCommandDeps = CommandDeps & Pick<Deps, 'files'>

/**
 * Runs a command on the same data as the server, whether that is running or not.
 * @param mayBeNew whether the command may start a new product where there's none.
 * @throws CannotStart
 */
export async function withCommandDeps<Result>(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  command: (deps: CommandDeps) => Promise<Result>,
  { mayBeNew = false } = {},
): Promise<Result> {
  await using open = new AsyncDisposableStack()
  await disableCoreDumps()
  const config = readEnvironment(env)
  const log = createLog(config.LOG_LEVEL)
  if (!mayBeNew && !config.DATABASE_URL && !(await hasLocalDatabase(config.DATA_DIR)))
    throw new CannotStart(
      `There’s no Docketbox in ${config.DATA_DIR}: set DATA_DIR or DATABASE_URL to those of the product.`,
    )
  await openDataDir(config.DATA_DIR)
  const { url, db, pool } = await openCommandDatabase(config, open, { log, say, whenRunning: 'join' })
  await checkDatabase(db)
  await refuseUnfinishedRestore(db)
  if (!mayBeNew && !(await hasMigrated(db)))
    throw new CannotStart(
      'There’s no Docketbox in this database: set DATA_DIR or DATABASE_URL to those of the product.',
    )
  await migrate(db)
  const secrets = await loadSecrets(config)
  await checkEncryptionKey(db, secrets, config)
  const jobs = await openJobs({ url, pool, log, jobs: [sendMail] })
  open.defer(() => jobs.stop())
  // Awaited here: what is open closes when this function ends.
  return await command({
    config,
    secrets,
    publicUrl: config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${config.PORT}`,
    db,
    databaseUrl: url,
    jobs,
    mail: createMailQueue({ jobs, secrets }),
    now: systemClock,
    log,
  })
}

/** Does the same for a command that needs the stored files. @throws CannotStart if they aren't there. */
export async function withFileCommandDeps<Result>(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  command: (deps: FileCommandDeps) => Promise<Result>,
): Promise<Result> {
  return withCommandDeps(env, say, async (deps) => {
    const store = await openFileStore(deps.config, deps.now)
    await checkFileStore(deps.db, store)
    return command({ ...deps, files: store.files })
  })
}

/** Connects to the configured database, or starts the embedded one, until `open` is disposed. */
export async function openCommandDatabase(
  { DATA_DIR, DATABASE_URL, DATABASE_PREPARE: prepare }: Environment,
  open: AsyncDisposableStack,
  { log, say, whenRunning }: { log: Log; say: (line: string) => void; whenRunning: 'refuse' | 'join' },
) {
  let url = DATABASE_URL
  if (!url) {
    const postgres = await startLocalDatabase(DATA_DIR, { log: say, whenRunning })
    open.defer(postgres.stop)
    url = postgres.url
  }
  const { db, pool, close } = openDatabase(url, {
    maxConnections: 2,
    queryTimeoutMs: 0,
    prepare,
    onLost: (err) => log.warn({ err }, 'an idle database connection was lost'),
  })
  open.defer(close)
  return { url, db, pool }
}
