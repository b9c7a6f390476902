import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What Postgres writes about itself into the cluster. */
export type PidFile = Readonly<{ pid: number; isReady: boolean }>

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Puts our own pid in place of one that may belong to another program by now. Postgres knows that the process
 * which starts it is not a rival, and goes on to its own check for remains of the server that wrote the file.
 */
export async function disownLockFile(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const file = await open(path, 'r+')
  await file.truncate()
  await file.write(text.replace(/^\d+/, String(process.pid)), 0)
  await file.close()
}
