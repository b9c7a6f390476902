import { Readable } from 'node:stream'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { fileOf, listBackups, listFiles, nameOf } from '../contents/backups.ts'
import { type Manifest, readManifest, writeManifest } from '../contents/manifest.ts'
import { encryptSecrets } from '../contents/secrets.ts'
import * as store from '../store.ts'
import type { Target } from '../contents/target.ts'
import { canReadAny, copyFiles } from './copy-files.ts'
import { withBackupLock } from './lock.ts'
import { takeSnapshot } from './snapshot.ts'

export type BackupDeps = Pick<Deps, 'config' | 'databaseUrl' | 'db' | 'files' | 'now' | 'secrets'>
export type Made = Readonly<{ name: string; manifest: Manifest; copied: { files: number; bytes: number } }>

export class BackupDiskFull extends CannotStart {
  override name = 'BackupDiskFull'
}

/**
 * Adds a backup while the product runs: the database of one moment, and the files it lists that aren't there yet.
 * Its manifest comes last, so an interrupted one doesn't count.
 * @throws CannotStart without BACKUP_KEY, while another one runs, among backups of another database, and when no stored
 * file can be read.
 * @throws BackupDiskFull
 */
export function makeBackup(deps: BackupDeps, target: Target, signal?: AbortSignal): Promise<Made> {
  return addBackup(deps, target, signal).catch((cause: NodeJS.ErrnoException) => {
    // What's copied to a bucket passes through DATA_DIR, whose disk it is then.
    const isFull = !target.location.startsWith('s3://') && ['ENOSPC', 'EDQUOT'].includes(cause.code ?? '')
    if (!isFull) throw cause
    throw new BackupDiskFull(
      `The disk that holds ${target.location} is full. Earlier backups are unchanged.`,
      {
        cause,
      },
    )
  })
}

async function addBackup(deps: BackupDeps, target: Target, signal?: AbortSignal): Promise<Made> {
  const { config, db, now, secrets } = deps
  if (config.BACKUP_KEY === undefined)
    throw new CannotStart('BACKUP_KEY is missing: it encrypts the secrets in a backup.')
  const passphrase = config.BACKUP_KEY
  return withBackupLock(deps.databaseUrl, async (assertHeld) => {
    const startedAt = now()
    const id = newId()
    await store.insertBackup(db, { id, location: target.location, startedAt })
    await refuseOtherDatabase(db, target)
    const encrypted = Readable.from([await encryptSecrets(passphrase, secrets)])
    const stored = await target.files.receive(encrypted, { limitBytes: Infinity })
    const snapshot = await takeSnapshot(deps.databaseUrl, target.files)
    const listed = listFiles(target.files, snapshot.files.parts)
    const { unreadable, ...copied } = await copyFiles(deps.files, target.files, listed, signal)
    const isNothingRead = copied.files === 0 && unreadable.length > 0
    if (isNothingRead && !(await canReadAny(deps.files, listFiles(target.files, snapshot.files.parts))))
      throw new CannotStart('None of the stored files can be read, so the backup would lack them.')
    await assertHeld()
    const name = nameOf(startedAt)
    const text = writeManifest({
      ...snapshot,
      startedAt: startedAt.toISOString(),
      finishedAt: now().toISOString(),
      unreadable: unreadable.toSorted(),
      secrets: { sha256: stored.sha256.toString('hex'), sizeBytes: stored.sizeBytes },
    })
    await target.manifests.write(fileOf(name), text)
    const { count: files, bytes } = snapshot.files
    await store.finishBackup(db, id, { finishedAt: now(), files, bytes, unreadable: unreadable.length })
    return { name, manifest: readManifest(name, text), copied }
  })
}

/**
 * A restore takes the newest backup, and the oldest are removed, so one folder is only for one database and those restored
 * from its backups.
 */
async function refuseOtherDatabase(db: Deps['db'], target: Target): Promise<void> {
  const names = await listBackups(target)
  const own = new Set((await store.listStarts(db)).map(nameOf))
  if (names.length > 0 && !names.some((name) => own.has(name)))
    throw new CannotStart(
      `The backups in ${target.location} are of another database. Correct DATA_DIR or DATABASE_URL, or name another folder.`,
    )
}
