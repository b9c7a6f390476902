import type { FileStore } from '#platform/storage/file-store.ts'
import { type Listed, without } from '../contents/sorted.ts'

const PARALLEL = 4

type Copied = { files: number; bytes: number; unreadable: string[] }

/**
 * Copies the files that `into` doesn't have yet, comparing each with its hash. Missing and damaged ones are left out, so
 * that an earlier copy of them stays.
 */
export async function copyFiles(
  from: FileStore,
  into: FileStore,
  listed: AsyncIterable<Listed>,
  signal?: AbortSignal,
): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0, unreadable: [] }
  const missing = without(listed, hashesIn(into))
  const copyNext = async () => {
    for await (const { sha256, sizeBytes } of missing) {
      signal?.throwIfAborted()
      if (await copyFile(from, into, Buffer.from(sha256, 'hex'))) {
        copied.files++
        copied.bytes += sizeBytes
      } else copied.unreadable.push(sha256)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, copyNext))
  return copied
}

/** @returns whether the file could be read and was what its hash says. */
export async function copyFile(from: FileStore, into: FileStore, sha256: Buffer): Promise<boolean> {
  let sourceError: unknown
  try {
    const bytes = await from.open(sha256).catch((error: unknown) => {
      sourceError = error
      throw error
    })
    bytes.once('error', (error) => (sourceError = error))
    const received = await into.receive(bytes, { limitBytes: Infinity })
    return received.sha256.equals(sha256)
  } catch (error) {
    const { code } = (sourceError ?? {}) as { code?: string }
    if (code === 'ENOENT' || code === 'EIO') return false
    throw error
  }
}

async function* hashesIn(files: FileStore): AsyncGenerator<{ sha256: string }> {
  for await (const { sha256 } of files.list()) yield { sha256: sha256.toString('hex') }
}
