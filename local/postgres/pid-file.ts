import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a running Postgres writes about itself into the cluster. */
export type PidFile = Readonly<{ pid: number; isReady: boolean }>

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
}

/** How long a server may take between creating its lock file and writing its pid there. */
const MAX_EMPTY_MS = 2_000

/**
 * Replaces the pid in a lock file, which may belong to another program by now, with ours. Postgres never takes its
 * parent process for a rival, so it continues with its own check for a server that is still running. A lock file that
 * stays empty is from a server killed before it wrote its pid, and is removed.
 */
export async function disownLockFile(path: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => undefined)
  const file = await stat(path).catch(() => undefined)
  if (content === undefined || file === undefined) return
  if (content.trim() === '') {
    if (Date.now() - file.mtimeMs > MAX_EMPTY_MS) await rm(path, { force: true })
    return
  }
  // Renamed into place, in case we are killed halfway.
  const draft = `${path}.new`
  await writeFile(draft, content.replace(/^\d+/, String(process.pid)), { mode: file.mode & 0o777 })
  if (process.platform !== 'win32') await chown(draft, file.uid, file.gid)
  await rename(draft, path)
}
