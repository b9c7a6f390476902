import { HOUR_MS } from '@docketbox/contract/core/units'
import type { BackupStatus } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { databaseCreatedAt } from '#platform/database/migrations.ts'
import { isClockWrong } from '#platform/database/clock.ts'
import * as store from './store.ts'

/** One night may fail. */
const OVERDUE_MS = 48 * HOUR_MS
/** How many backups the administrators' screen lists. */
const MAX_LISTED = 30

type StatusDeps = Pick<Deps, 'config' | 'db' | 'now'>

export type BackupAge = Readonly<{
  /** When the newest complete backup started; null if there is none. */
  newest: Date | null
  /** Since then, or since the database was created if there is none. */
  withoutBackupMs: number
  isOverdue: boolean
}>

/** @returns undefined when BACKUP_DIR is unset. */
export async function findBackupAge({ config, db, now }: StatusDeps): Promise<BackupAge | undefined> {
  if (config.BACKUP_DIR === undefined) return undefined
  const newest = await store.findNewestStart(db, now())
  const since = newest ?? (await databaseCreatedAt(db))
  const withoutBackupMs = now().getTime() - since.getTime()
  return { newest, withoutBackupMs, isOverdue: withoutBackupMs > OVERDUE_MS }
}

/** The part of `/readyz` about backups. */
export async function describeBackups(deps: StatusDeps) {
  const age = await findBackupAge(deps)
  if (!age) return {}
  const hours = age.newest && Math.floor(age.withoutBackupMs / HOUR_MS)
  return { backup: { newest: age.newest, ageHours: hours, isOverdue: age.isOverdue } }
}

/**
 * Whether data may be deleted for good. Data that's due has waited for a week or longer, so any backup of the last two
 * days includes it. Without such a backup, deleting waits, and while this machine's clock is wrong.
 */
export async function canPurge(deps: StatusDeps & Pick<Deps, 'log'>): Promise<boolean> {
  if (await isClockWrong(deps)) return false
  const age = await findBackupAge(deps)
  if (!age || (age.newest && !age.isOverdue)) return true
  deps.log.warn({ newestBackup: age.newest }, 'nothing is deleted for good before the next backup')
  return false
}

export async function backupStatus(deps: StatusDeps): Promise<BackupStatus> {
  const [age, recent] = await Promise.all([
    findBackupAge(deps),
    store.listRecent(deps.db, deps.now(), MAX_LISTED),
  ])
  return {
    isEnabled: age !== undefined,
    isOverdue: age?.isOverdue ?? false,
    backups: recent.map(({ id, startedAt, finishedAt, files, bytes, unreadable }) => ({
      _id: id,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      files,
      bytes,
      unreadable,
    })),
  }
}
