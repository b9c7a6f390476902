import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup, openTarget } from '#features/backups'
import type { Deps } from '#platform/config/deps.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { readEnvironment } from '#platform/config/environment.ts'
import { runRestore } from '#commands/backups/restore.ts'
import { afterTheFile } from './clean-up.ts'
import { createDatabase } from './database/create-database.ts'

export const BACKUP_KEY = 'eleven wombats under a fig tree'

/** A folder until the end of the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-backup-'))
  afterTheFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Adds a backup to a folder or bucket. */
export async function backUp(deps: Deps, location: string) {
  return makeBackup(deps, await openTarget(location, deps.config, { mustExist: false }))
}

/** An empty database and DATA_DIR. */
export async function emptyPlace(): Promise<Record<string, string>> {
  const [DATA_DIR, database] = [await temporaryFolder(), await createDatabase()]
  afterTheFile(database.drop)
  return { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR, DATABASE_URL: database.url, BACKUP_KEY }
}

/** Restores the newest backup elsewhere, and opens what's there now. */
export async function restoreElsewhere(location: string, settings: Record<string, string> = {}) {
  const env = { ...(await emptyPlace()), ...settings }
  const output: string[] = []
  const code = await runRestore(env, { location }, (line) => output.push(line))
  const { db, close } = openDatabase(env['DATABASE_URL']!, { maxConnections: 2, onLost: () => undefined })
  afterTheFile(close)
  const { files } = await openFileStore(readEnvironment(env, []), () => new Date())
  return { code, output, env, db, files }
}
