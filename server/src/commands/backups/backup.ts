import { fileSize } from '@docketbox/contract/core/file-size'
import {
  type BackupDeps,
  findNewest,
  makeBackup,
  openTarget,
  readBackup,
  verifyBackup,
} from '#features/backups'
import { systemClock } from '#platform/config/clock.ts'
import { readEnvironment } from '#platform/config/environment.ts'

type Say = (line: string) => void

/**
 * Adds a backup to a folder or bucket; the product may be running.
 * @returns the exit code: 1 when stored files couldn't be read.
 */
export async function runBackup(deps: BackupDeps, location: string, say: Say): Promise<number> {
  const began = performance.now()
  const target = await openTarget(location, deps.config, { mustExist: false })
  const { name, manifest, copied } = await makeBackup(deps, target)
  const { tables, files, unreadable } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(
    `Backup ${name} in ${target.location}: ${rows} rows and ${files.count} files (${fileSize(files.bytes)}), ${copied.files} of them new (${fileSize(copied.bytes)}), in ${seconds} s.`,
  )
  for (const sha256 of unreadable) say(`missing or damaged, so not backed up: ${sha256}`)
  return unreadable.length === 0 ? 0 : 1
}

/** Reads a whole backup and compares it with its hashes. Exit code 1 when something is missing or damaged. */
export async function runVerify(
  env: Record<string, string | undefined>,
  { location, at }: { location: string; at?: string | undefined },
  say: Say,
): Promise<number> {
  const target = await openTarget(location, readEnvironment(env, []), { mustExist: true, isReadOnly: true })
  const backup = await readBackup(target, at ?? (await findNewest(target, systemClock(), say)))
  const faults = await verifyBackup(target, backup)
  for (const { kind, path, what } of faults) say(`${kind}: ${path} (${what})`)
  const { files, unreadable } = backup.manifest
  for (const sha256 of unreadable) say(`missing since before the backup: ${sha256}`)
  const verdict = faults.length === 0 ? 'everything matches' : `${faults.length} faults`
  say(`Backup ${backup.name}: ${files.count} files (${fileSize(files.bytes)}) and the database: ${verdict}.`)
  return faults.length === 0 ? 0 : 1
}
