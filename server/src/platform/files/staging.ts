import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { commonRefusals } from '@docketbox/contract'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import type { Staged } from './file-store.ts'

/** A staged file this old belongs to an upload that died with its process. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/** Removes what a crash left half received; what another process may still be receiving stays. */
export async function clearAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now.getTime() - ABANDONED_MS) await rm(path, { force: true })
  }
}

/**
 * Writes a stream to a file of its own in `folder` while measuring it, forces it to disk, and hands it to `use`.
 * The file is gone afterwards unless `use` has moved it away.
 */
export async function stage<Result>(
  folder: string,
  bytes: Readable,
  limitBytes: number,
  use: (staged: Staged) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, newId())
  try {
    const measured = await write(path, bytes, limitBytes)
    return await use({ path, ...measured })
  } finally {
    bytes.destroy()
    await rm(path, { force: true })
  }
}

async function write(path: string, bytes: Readable, limitBytes: number): Promise<Omit<Staged, 'path'>> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const measured = await copy(handle, bytes, limitBytes)
    await handle.sync()
    return measured
  } finally {
    await handle.close()
  }
}

async function copy(handle: FileHandle, bytes: Readable, limitBytes: number): Promise<Omit<Staged, 'path'>> {
  const hash = createHash('sha256')
  let checksum = 0
  let sizeBytes = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw new Refusal(commonRefusals.tooLarge)
    hash.update(chunk)
    checksum = crc32(chunk, checksum)
    for (let written = 0; written < chunk.length;) {
      written += (await handle.write(chunk, written)).bytesWritten
    }
  }
  return { sha256: hash.digest(), sizeBytes, crc32: checksum }
}
