import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#platform/sync-folder'
import type { FileStore, Stored } from './file-store.ts'
import { clearAbandoned, stage } from './staging.ts'

/** Files under a folder: `ab/<sha256>`, each written elsewhere first, forced to disk, then moved into place. */
export async function fileSystemStore(folder: string, now: () => Date): Promise<FileStore> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  await syncFolder(dirname(folder))
  await clearAbandoned(incoming, now())
  const known = new Set<string>()

  function placeOf(sha256: Buffer): { shelf: string; path: string } {
    const name = sha256.toString('hex')
    const shelf = join(folder, name.slice(0, 2))
    return { shelf, path: join(shelf, name) }
  }

  async function shelve(staged: string, sha256: Buffer): Promise<void> {
    const { shelf, path } = placeOf(sha256)
    if (!known.has(shelf)) {
      await mkdir(shelf, { recursive: true })
      await syncFolder(folder)
      known.add(shelf)
    }
    await rename(staged, path)
    await syncFolder(shelf)
  }

  return {
    receive: (bytes, { limitBytes, check }) =>
      stage(incoming, bytes, limitBytes, async (staged) => {
        await check?.(staged)
        await shelve(staged.path, staged.sha256)
        const { sha256, sizeBytes, crc32 } = staged
        return { sha256, sizeBytes, crc32 }
      }),
    async open(sha256, range) {
      const handle = await open(placeOf(sha256).path, 'r')
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    has: (sha256) =>
      access(placeOf(sha256).path).then(
        () => true,
        () => false,
      ),
    async remove(sha256) {
      const { shelf, path } = placeOf(sha256)
      await rm(path, { force: true })
      await syncFolder(shelf).catch(() => undefined)
    },
    list: () => listShelves(folder),
    ready: () => access(incoming, constants.W_OK),
  }
}

async function* listShelves(folder: string): AsyncIterable<Stored> {
  for (const shelf of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shelf)) continue
    for (const name of await readdir(join(folder, shelf))) {
      const found = await stat(join(folder, shelf, name)).catch(() => undefined)
      // Removed since the folder was read, or not ours.
      if (!found || !/^[0-9a-f]{64}$/.test(name)) continue
      yield { sha256: Buffer.from(name, 'hex'), sizeBytes: found.size }
    }
  }
}
