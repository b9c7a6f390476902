import { jobs as allJobs } from '#app'
import {
  beginRestore,
  findNewest,
  findProgress,
  openTarget,
  readBackup,
  readSecrets,
  refuseUnlessWhole,
  restoreBackup,
} from '#features/backups'
import { systemClock } from '#platform/config/clock.ts'
import { readEnvironment } from '#platform/config/environment.ts'
import { createLog } from '#platform/config/log.ts'
import { checkDatabase } from '#platform/database/check.ts'
import { migrate } from '#platform/database/migrations.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { restoreSecrets, secretsPath } from '#platform/security/secrets.ts'
import { openDataDir } from '#platform/storage/data-dir.ts'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { openCommandDatabase } from '#commands/command-deps.ts'

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
  // The other settings may be lost, and the backup has both secrets.
  const config = readEnvironment(env, ['DATABASE_URL'])
  const log = createLog(config.LOG_LEVEL)
  const target = await openTarget(location, config, { mustExist: true, isReadOnly: true })
  const backup = await readBackup(target, at ?? (await findNewest(target, systemClock(), say)))
  const secrets = await readSecrets(target, backup, config.BACKUP_KEY)
  await refuseUnlessWhole(target, backup)

  await openDataDir(config.DATA_DIR)
  const { url, db, pool } = await openCommandDatabase(config, open, { log, say, whenRunning: 'refuse' })
  const progress = await findProgress(db, backup)
  await restoreSecrets(config, secrets)
  await checkDatabase(db)
  if (!progress.isLoaded) {
    await beginRestore(db, backup)
    await migrate(db, backup.manifest.migration)
  }
  const { files } = await openFileStore(config, systemClock)
  const jobs = await openJobs({ url, pool, log, jobs: allJobs })
  open.defer(() => jobs.stop())
  const restored = await restoreBackup(
    { databaseUrl: url, db, files, jobs, now: systemClock },
    target,
    backup,
    progress,
  )
  say(`Restored the backup ${backup.name} with ${backup.manifest.files.count} files. Everyone is logged out.`)
  const areSecretsSet = config.SESSION_SECRET !== undefined && config.ENCRYPTION_KEY !== undefined
  if (config.NODE_ENV === 'production' && !areSecretsSet)
    say(
      `Before you start the product, set SESSION_SECRET and ENCRYPTION_KEY to sessionSecret and encryptionKey in ${secretsPath(config.DATA_DIR)}.`,
    )
  for (const sha256 of restored.unreadable) say(`missing or damaged: ${sha256}`)
  if (restored.unreadable.length > 0) say('npm run admin -- check names their owners and receipts.')
  return restored.unreadable.length === 0 ? 0 : 1
}
