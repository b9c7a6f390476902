import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What Postgres writes about itself into the cluster. */
export type PidFile = Readonly<{ pid: number; isReady: boolean }>

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
}

/** How long a server may take from making its lock file to writing its pid there. */
const LONGEST_EMPTY_MS = 2_000

/**
 * Puts our own pid in place of one that may belong to another program by now. Postgres knows that the process
 * which starts it is not a rival, and goes on to its own check for remains of the server that wrote the file.
 * A file that has stayed empty is of a server that was killed in the instant before it wrote there: it is removed.
 */
export async function disownLockFile(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const found = await stat(path).catch(() => undefined)
  if (text === undefined || found === undefined) return
  if (text.trim() === '') {
    if (Date.now() - found.mtimeMs > LONGEST_EMPTY_MS) await rm(path, { force: true })
    return
  }
  // Whole or not at all: we may be killed here as well.
  const draft = `${path}.new`
  await writeFile(draft, text.replace(/^\d+/, String(process.pid)), { mode: found.mode & 0o777 })
  if (process.platform !== 'win32') await chown(draft, found.uid, found.gid)
  await rename(draft, path)
}
