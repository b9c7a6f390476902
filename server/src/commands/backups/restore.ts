import { jobs as allJobs } from '#app'
import {
  findNewest,
  openTarget,
  readBackup,
  readSecrets,
  refuseUnlessEmpty,
  refuseUnlessWhole,
  restoreBackup,
} from '#features/backups'
import { systemClock } from '#platform/config/clock.ts'
import { readEnvironment } from '#platform/config/environment.ts'
import { createLog } from '#platform/config/log.ts'
import { checkDatabase } from '#platform/database/check.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { restoreSecrets } from '#platform/security/secrets.ts'
import { openDataDir } from '#platform/storage/data-dir.ts'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { startLocalDatabase } from '#local-services'

/**
 * Restores a backup into the empty DATA_DIR or database of its environment. Every session has ended then.
 * @returns the exit code: 1 when files of the backup are missing or damaged.
 * @throws CannotStart
 */
export async function runRestore(
  env: Record<string, string | undefined>,
  { location, at }: { location: string; at?: string | undefined },
  say: (line: string) => void,
): Promise<number> {
  await using open = new AsyncDisposableStack()
  const config = readEnvironment(env)
  const log = createLog(config.LOG_LEVEL)
  const target = await openTarget(location, config, { mustExist: true })
  const backup = await readBackup(target, at ?? (await findNewest(target, systemClock(), say)))
  const secrets = await readSecrets(target, backup, config.BACKUP_KEY)
  await refuseUnlessWhole(target, backup)

  await openDataDir(config.DATA_DIR)
  const embedded = config.DATABASE_URL
    ? undefined
    : await startLocalDatabase(config.DATA_DIR, { log: say, whenRunning: 'refuse' })
  if (embedded) open.defer(embedded.stop)
  const databaseUrl = config.DATABASE_URL ?? embedded!.url
  const { db, pool, close } = openDatabase(databaseUrl, {
    maxConnections: 2,
    queryTimeoutMs: 0,
    prepare: config.DATABASE_PREPARE,
    onLost: (err) => log.warn({ err }, 'an idle database connection was lost'),
  })
  open.defer(close)
  await refuseUnlessEmpty(db, backup.manifest.migration)
  await restoreSecrets(config, secrets)
  await checkDatabase(db)
  await migrate(db, backup.manifest.migration)
  const files = await openFileStore(config, systemClock)
  const jobs = await openJobs({ url: databaseUrl, pool, log, jobs: allJobs })
  open.defer(() => jobs.stop())
  const restored = await restoreBackup({ databaseUrl, db, files, jobs, now: systemClock }, target, backup)
  say(`Restored the backup ${backup.name} with ${backup.manifest.files.count} files. Everyone is logged out.`)
  for (const sha256 of restored.unreadable) say(`missing or damaged: ${sha256}`)
  if (restored.unreadable.length > 0) say('npm run admin -- check names their owners and receipts.')
  return restored.unreadable.length === 0 ? 0 : 1
}
