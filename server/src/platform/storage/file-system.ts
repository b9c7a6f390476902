import { closeSync, existsSync, fsync, open as openFile, read } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from './sync-folder.ts'
import type { FileStore, Stored } from './file-store.ts'
import { clearAbandoned, stage } from './staging.ts'

/** Windows cannot force a folder to disk and need not. */
const isWindows = process.platform === 'win32'
const openDescriptor = promisify(openFile)
const forceToDisk = promisify(fsync)
const readFrom = promisify(read)

/** Files under a folder: `ab/<sha256>`, each written elsewhere first, forced to disk, then moved into place. */
export async function fileSystemStore(folder: string, now: () => Date): Promise<FileStore> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  await syncFolder(dirname(folder))
  await clearAbandoned(incoming, now())
  /** One open folder for each shelf: forcing it to disk is then one step instead of three. */
  const shelves = new Map<string, Promise<number>>()

  function placeOf(sha256: Buffer): { shelf: string; path: string } {
    const name = sha256.toString('hex')
    const shelf = join(folder, name.slice(0, 2))
    return { shelf, path: join(shelf, name) }
  }

  async function openShelf(shelf: string): Promise<number> {
    await mkdir(shelf, { recursive: true })
    await syncFolder(folder)
    return isWindows ? -1 : openDescriptor(shelf, 'r')
  }

  function shelfOf(shelf: string): Promise<number> {
    const known = shelves.get(shelf)
    if (known) return known
    const opened = openShelf(shelf)
    shelves.set(shelf, opened)
    opened.catch(() => shelves.delete(shelf))
    return opened
  }

  async function shelve(staged: string, sha256: Buffer): Promise<void> {
    const { shelf, path } = placeOf(sha256)
    const descriptor = await shelfOf(shelf)
    await rename(staged, path)
    if (!isWindows) await forceToDisk(descriptor)
  }

  return {
    receive: (bytes, options) =>
      stage(incoming, bytes, options, async (staged) => {
        await shelve(staged.path, staged.sha256)
        const { sha256, sizeBytes, crc32 } = staged
        return { sha256, sizeBytes, crc32 }
      }),
    async open(sha256, range) {
      const handle = await open(placeOf(sha256).path, 'r')
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    async read(sha256, into, start) {
      const file = await openDescriptor(placeOf(sha256).path, 'r')
      try {
        return await fill(file, into, start)
      } finally {
        closeSync(file)
      }
    },
    // At once: asked of what has just been written, and handing so little to another thread costs more than doing it.
    has: async (sha256) => existsSync(placeOf(sha256).path),
    async remove(sha256) {
      const { shelf, path } = placeOf(sha256)
      await rm(path, { force: true })
      await syncFolder(shelf).catch(() => undefined)
    },
    list: () => listShelves(folder),
    ready: () => access(incoming, constants.W_OK),
  }
}

async function fill(file: number, into: Buffer, start: number): Promise<number> {
  for (let filled = 0; ;) {
    const { bytesRead } = await readFrom(file, into, filled, into.length - filled, start + filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === into.length) return filled
  }
}

async function* listShelves(folder: string): AsyncIterable<Stored> {
  for (const shelf of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shelf)) continue
    for (const name of await readdir(join(folder, shelf))) {
      const found = await stat(join(folder, shelf, name)).catch(() => undefined)
      // Removed since the folder was read, or not ours.
      if (!found || !/^[0-9a-f]{64}$/.test(name)) continue
      yield { sha256: Buffer.from(name, 'hex'), sizeBytes: found.size, storedAt: found.mtime }
    }
  }
}
