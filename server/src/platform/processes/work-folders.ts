import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Containers may share the system's temporary folder, and their processes have the same numbers. */
const ofThisHost = () => `docketbox-${hostname()}-`
/** Tells this process from an earlier one with the same number, as in a container that was started again. */
const ownName = () => `${ofThisHost()}${process.pid}-${Math.round(performance.timeOrigin)}-`

/**
 * Creates a folder for temporary files, such as copies of receipts, in the system's temporary folder.
 * @param purpose part of its name.
 * @returns its path. The caller removes it.
 */
export function createWorkFolder(purpose: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `${ownName()}${purpose}-`))
}

/** Removes the folders of processes that were killed before they could. */
export async function clearWorkFolders(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(ofThisHost()))
  const abandoned = folders.filter((name) => {
    const pid = Number.parseInt(name.slice(ofThisHost().length), 10)
    return pid === process.pid ? !name.startsWith(ownName()) : !isRunning(pid)
  })
  // Another process may be removing the same.
  await Promise.allSettled(
    abandoned.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })),
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
