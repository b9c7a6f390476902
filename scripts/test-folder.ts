import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MIN_BYTES = 4 * 1024 ** 3

/** Creates a folder for everything a run writes. In memory if there's enough, because databases are created faster there. */
export async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(join((await canUseMemory()) ? MEMORY : tmpdir(), 'docketbox-'))
  // Databases may run as another user, who needs access.
  await chmod(folder, 0o711)
  return folder
}

async function canUseMemory(): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(mounts)?.[1]?.split(',')
  // Some tests run programs from it.
  if (!options?.includes('rw') || options.includes('noexec')) return false
  const { bavail, bsize } = await statfs(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= MIN_BYTES
}
