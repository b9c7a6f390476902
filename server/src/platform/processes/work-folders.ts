import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only names of exactly this form are ours to remove: host, process, when it started, purpose, and six random characters. */
const NAME = /^docketbox-(?<host>.+)-(?<pid>\d+)-(?<startedAt>\d+)-(?:web|reading|rendering)-\w{6}$/
const startedAt = Math.round(performance.timeOrigin)

/**
 * Creates a folder for temporary files, such as copies of receipts, in the system's temporary folder.
 * @returns its path. The caller removes it.
 */
export function createWorkFolder(purpose: 'web' | 'reading' | 'rendering'): Promise<string> {
  return mkdtemp(join(tmpdir(), `docketbox-${hostname()}-${process.pid}-${startedAt}-${purpose}-`))
}

/**
 * Keeps the files of a folder, and so the folder, when the system removes temporary files by age: systemd leaves files with
 * the sticky bit alone (XDG Base Directory Specification).
 */
export async function keepFromCleaning(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  await Promise.all(files.map(({ parentPath, name }) => chmod(join(parentPath, name), 0o1600)))
}

/** Removes the folders of processes that were killed before they could. */
export async function clearWorkFolders(): Promise<void> {
  const abandoned = (await readdir(tmpdir())).filter(isAbandoned)
  // Another process may be removing the same.
  await Promise.allSettled(
    abandoned.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })),
  )
}

function isAbandoned(name: string): boolean {
  const made = NAME.exec(name)?.groups
  // Containers may share the folder without seeing each other's processes.
  if (made?.['host'] !== hostname()) return false
  const pid = Number(made['pid'])
  // An earlier process with our number, as in a container that was started again.
  return pid === process.pid ? Number(made['startedAt']) !== startedAt : !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
