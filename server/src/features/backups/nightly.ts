import { HOUR_MS } from '@docketbox/contract/core/units'
import { resolve } from 'node:path'
import { z } from 'zod'
import { explainError } from '#platform/config/cannot-start.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { defineJob, type Job, type Run } from '#platform/jobs/jobs.ts'
import { explainStoreError } from '#platform/storage/s3/calls.ts'
import { mailOperators } from '#platform/mail/operators.ts'
import { diskFullMail, misdatedMail, overdueMail } from './mails.ts'
import { BackupDiskFull, makeBackup } from './making/make.ts'
import { pruneBackups } from './making/prune.ts'
import { findBackupAge } from './status.ts'
import { hasBackupIn, insertBackup } from './store.ts'
import { openTarget, type Target } from './contents/target.ts'

const MAX_BACKUPS = 14

/** Adds a backup to BACKUP_DIR every night, before the jobs that delete for good, and removes the oldest. */
export const backUpNightly = defineJob(
  'backups.make',
  z.strictObject({}),
  async (deps, _, run) => {
    const { config, db, log, now } = deps
    const { BACKUP_DIR: location } = config
    if (location === undefined) return
    const target = await openBackupDir(deps, location).catch(async (error: unknown) => {
      // An attempt, which the Backups screen lists.
      await insertBackup(db, { id: newId(), location, startedAt: now() })
      throw error
    })
    const { manifest } = await makeBackupOrMakeRoom(deps, target, run)
    if (manifest.unreadable.length > 0)
      log.error({ files: manifest.unreadable }, 'files could not be read for the backup')
    // Not worth another backup: the next night tries again.
    const ahead = await pruneBackups(deps, target, { keep: MAX_BACKUPS }).catch((err: unknown) => {
      log.error({ err }, 'old backups remain')
      return []
    })
    if (ahead.length > 0) await mailOperators(deps, db, misdatedMail(ahead))
  },
  {
    cron: '10 1 * * *',
    policy: 'exclusive',
    retries: 3,
    retryDelaySeconds: 600,
    timeoutSeconds: 12 * 60 * 60,
  },
)

/**
 * Makes a backup. If the disk is full, tries again without the oldest of fourteen and without the bytes of failed attempts
 * and of backups that an operator removed; if that isn't enough, mails the operator.
 */
async function makeBackupOrMakeRoom(deps: Deps, target: Target, { signal, isLast }: Run) {
  const make = () => makeBackup({ ...deps, files: deps.allFiles }, target, signal)
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof BackupDiskFull)) throw error
    await pruneBackups(deps, target, { keep: MAX_BACKUPS - 1, graceMs: -Infinity }).catch((err: unknown) =>
      deps.log.error({ err }, 'old backups remain'),
    )
  }
  try {
    return await make()
  } catch (error) {
    if (error instanceof BackupDiskFull && isLast)
      await mailOperators(deps, deps.db, diskFullMail(target.location))
    throw error
  }
}

/**
 * A folder that had backups before isn't created again: its disk isn't mounted, and the backup would fill the one
 * underneath.
 */
async function openBackupDir({ config, db }: Pick<Deps, 'config' | 'db'>, location: string): Promise<Target> {
  return openTarget(location, config, { mustExist: await hasBackupIn(db, resolve(location)) })
}

/** For the start to tell the operator, who would otherwise hear of it in two days. */
export async function findBackupProblem(deps: Pick<Deps, 'config' | 'db'>): Promise<string | undefined> {
  const { BACKUP_DIR } = deps.config
  if (BACKUP_DIR === undefined) return undefined
  try {
    await (await openBackupDir(deps, BACKUP_DIR)).files.ready()
    return undefined
  } catch (error) {
    return explainError(error) ?? explainStoreError(error, BACKUP_DIR)
  }
}

const watching = z.strictObject({
  /** Whether it was already overdue an hour ago. */
  isAgain: z.boolean().default(false),
})

/**
 * Mails the operator every morning while the newest backup is too old, but only if it still is an hour later: a machine
 * that was off for days may have only just started the next one.
 */
export const watchBackups: Job<typeof watching> = defineJob(
  'backups.watch',
  watching,
  async (deps, { isAgain }) => {
    const age = await findBackupAge(deps)
    if (!age?.isOverdue) return
    if (isAgain) return mailOperators(deps, deps.db, overdueMail(age.newest))
    const inAnHour = { singletonKey: 'again', startAfter: new Date(Date.now() + HOUR_MS) }
    await deps.jobs.enqueue(deps.db, watchBackups, { isAgain: true }, inAnHour)
  },
  { cron: '0 8 * * *', policy: 'exclusive' },
)
