import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Keeps the memory of this process and of all its children, with its passwords and keys, from being written to disk in a
 * crash. Only Linux lets a process do this itself.
 */
export async function disableCoreDumps(): Promise<void> {
  if (process.platform !== 'linux') return
  // The filter empties a dump where the limit can't be set, such as without util-linux.
  await Promise.allSettled([
    writeFile('/proc/self/coredump_filter', '0'),
    promisify(execFile)('prlimit', ['--core=0:0', `--pid=${process.pid}`]),
  ])
}
