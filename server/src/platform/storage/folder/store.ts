import { closeSync, existsSync, fsync, open as openFile, read } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { syncDisk, syncFolder } from './sync-folder.ts'
import {
  type Batch,
  type FileStore,
  isUnreadable,
  type Staged,
  type Stored,
} from '#platform/storage/file-store.ts'
import { clearAbandoned, stage } from './staging.ts'

/** Windows can't sync a folder and needn't. */
const isWindows = process.platform === 'win32'
const openDescriptor = promisify(openFile)
const forceToDisk = promisify(fsync)
const readFrom = promisify(read)

/**
 * Files in a folder as `ab/<sha256>`, each written to `incoming`, synced to disk, then moved into place.
 * @param isReadOnly leaves the folder as it is.
 */
export async function fileSystemStore(
  folder: string,
  now: () => Date,
  { isReadOnly = false } = {},
): Promise<FileStore> {
  const incoming = join(folder, 'incoming')
  if (!isReadOnly) {
    await mkdir(incoming, { recursive: true })
    await syncFolder(dirname(folder))
    await clearAbandoned(incoming, now())
  }
  /** An open descriptor for each subfolder, so that syncing it takes one call instead of three. */
  const subfolders = new Map<string, Promise<number>>()

  function pathsOf(sha256: Buffer): { subfolder: string; path: string } {
    const name = sha256.toString('hex')
    const subfolder = join(folder, name.slice(0, 2))
    return { subfolder, path: join(subfolder, name) }
  }

  async function openSubfolder(subfolder: string): Promise<number> {
    await mkdir(subfolder, { recursive: true })
    await syncFolder(folder)
    return isWindows ? -1 : openDescriptor(subfolder, 'r')
  }

  function descriptorOf(subfolder: string): Promise<number> {
    const existing = subfolders.get(subfolder)
    if (existing) return existing
    const opened = openSubfolder(subfolder)
    subfolders.set(subfolder, opened)
    opened.catch(() => subfolders.delete(subfolder))
    return opened
  }

  async function moveIntoPlace(staged: string, sha256: Buffer): Promise<void> {
    const { subfolder, path } = pathsOf(sha256)
    const descriptor = await descriptorOf(subfolder)
    await rename(staged, path)
    if (!isWindows) await forceToDisk(descriptor)
  }

  /** Syncs once for all of them, before their names appear and after. */
  function batch(): Batch {
    let staged: Staged[] = []
    return {
      receive: (bytes) =>
        stage(incoming, bytes, { limitBytes: Infinity, isSynced: false }, async (one) => {
          staged.push(one)
          return one
        }),
      async commit() {
        await syncDisk(incoming)
        for (let one = staged.pop(); one; one = staged.pop()) {
          const { subfolder, path } = pathsOf(one.sha256)
          await descriptorOf(subfolder)
          await rename(one.path, path)
        }
        await syncDisk(folder)
      },
      async discard() {
        for (const { path } of staged) await rm(path, { force: true })
        staged = []
      },
    }
  }

  return {
    // Windows has no command that does this.
    ...(!isWindows && { batch }),
    receive: (bytes, options) =>
      stage(incoming, bytes, options, async (staged) => {
        await moveIntoPlace(staged.path, staged.sha256)
        const { sha256, sizeBytes, crc32 } = staged
        return { sha256, sizeBytes, crc32 }
      }),
    async open(sha256, range) {
      const handle = await open(pathsOf(sha256).path, 'r')
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    async read(sha256, into, start) {
      const file = await openDescriptor(pathsOf(sha256).path, 'r')
      try {
        return await fill(file, into, start)
      } finally {
        closeSync(file)
      }
    },
    // Sync on purpose: the thread-pool hop costs more than the call.
    has: async (sha256) => existsSync(pathsOf(sha256).path),
    async remove(sha256) {
      const { subfolder, path } = pathsOf(sha256)
      await rm(path, { force: true })
      await syncFolder(subfolder).catch(() => undefined)
    },
    list: () => listFiles(folder),
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

async function* listFiles(folder: string): AsyncIterable<Stored> {
  for (const subfolder of (await readdir(folder)).toSorted()) {
    if (!/^[0-9a-f]{2}$/.test(subfolder)) continue
    for (const name of (await namesIn(join(folder, subfolder))).toSorted()) {
      const file = await stat(join(folder, subfolder, name)).catch(() => undefined)
      // Deleted since the folder was listed, or not one of ours.
      if (!file || !/^[0-9a-f]{64}$/.test(name)) continue
      yield { sha256: Buffer.from(name, 'hex'), sizeBytes: file.size, storedAt: file.mtime }
    }
  }
}

/** The check of files names those in a subfolder that we may not read. */
async function namesIn(subfolder: string): Promise<string[]> {
  return readdir(subfolder).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error
    return []
  })
}
