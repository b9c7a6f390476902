import { buffer } from 'node:stream/consumers'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Deps } from '#platform/config/deps.ts'
import { hasMigration, migrate } from '#platform/database/migrations.ts'
import type { StoredSecrets } from '#platform/security/secrets.ts'
import { audit } from '#platform/security/audit-log.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { type Backup, listFiles } from '../contents/backups.ts'
import { copyFiles } from '../making/copy-files.ts'
import { decryptSecrets } from '../contents/secrets.ts'
import type { Target } from '../contents/target.ts'
import { faultsOfDatabase } from '../verify.ts'
import { loadTables } from './load.ts'
import { postponeDeletion } from './postpone-deletion.ts'
import { finishRestore } from './unfinished.ts'

/** The secrets of a backup. @throws CannotStart without the right BACKUP_KEY. */
export async function readSecrets(
  { files }: Target,
  { manifest: { secrets } }: Backup,
  passphrase: string | undefined,
): Promise<StoredSecrets> {
  if (passphrase === undefined)
    throw new CannotStart('BACKUP_KEY is missing: set it to what it was when the backup was made.')
  return decryptSecrets(passphrase, await buffer(await files.open(Buffer.from(secrets.sha256, 'hex'))))
}

/** @throws CannotStart when a backup can't be restored by this release, or its database is damaged. */
export async function refuseUnlessWhole(target: Target, backup: Backup): Promise<void> {
  const { migration } = backup.manifest
  if (!(await hasMigration(migration)))
    throw new CannotStart(
      `A newer release of Docketbox made the backup ${backup.name} (it has the migration ${migration}): install that one first.`,
    )
  const [fault] = await faultsOfDatabase(target, backup)
  if (fault)
    throw new CannotStart(
      `The backup ${backup.name} can’t be restored: ${fault.path} (${fault.what}) is ${fault.kind}. Restore an earlier one with --at.`,
    )
}

type RestoreDeps = Pick<Deps, 'databaseUrl' | 'db' | 'files' | 'jobs' | 'now'>

/**
 * Restores into a database after `beginRestore`: files first, so that no row is ever without its file.
 * @returns the files that are missing or damaged in the backup, or were when it was made.
 */
export async function restoreBackup(
  deps: RestoreDeps,
  target: Target,
  { manifest }: Backup,
  { isLoaded }: { isLoaded: boolean },
): Promise<{ files: number; bytes: number; unreadable: string[] }> {
  const copied = await copyFiles(target.files, deps.files, listFiles(target.files, manifest.files.parts))
  if (!isLoaded) await loadTables(deps.databaseUrl, target.files, manifest, deps.jobs)
  await migrate(deps.db)
  await inTransaction(deps.db, async (db) => {
    await audit(db, {
      at: deps.now(),
      actorId: null,
      action: 'integrity.restore',
      subjectId: null,
      details: { backup: manifest.startedAt, unreadable: copied.unreadable.length },
    })
    await postponeDeletion(db, deps.now())
    await finishRestore(db)
  })
  return copied
}
