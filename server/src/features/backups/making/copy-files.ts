import { MB_BYTES } from '@docketbox/contract/core/units'
import { type Batch, type FileStore, isUnreadable } from '#platform/storage/file-store.ts'
import { type Listed, without } from '../contents/sorted.ts'

const CONCURRENCY = 4
/** The most that's stored in one batch. */
const ROUND = { files: 256, bytes: 256 * MB_BYTES }
/** Many more than are lost without the rest. */
const MAX_TRIED = 100

type Copied = { files: number; bytes: number; unreadable: string[] }

/**
 * Copies the files that `into` doesn't have yet, comparing each with its hash. Leaves out missing, damaged and unreadable
 * ones, so that it keeps an earlier copy of them.
 */
export async function copyFiles(
  from: FileStore,
  into: FileStore,
  listed: AsyncIterable<Listed>,
  signal?: AbortSignal,
): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0, unreadable: [] }
  const batch = into.batch?.() ?? withoutBatches(into)
  const copyNext = async (round: Listed[]) => {
    for (let file = round.pop(); file; file = round.pop()) {
      signal?.throwIfAborted()
      const { sha256, sizeBytes } = file
      if (await copyFile(from, batch, Buffer.from(sha256, 'hex'))) {
        copied.files++
        copied.bytes += sizeBytes
      } else copied.unreadable.push(sha256)
    }
  }
  try {
    for await (const round of inRounds(without(listed, hashesIn(into)))) {
      await Promise.all(Array.from({ length: CONCURRENCY }, () => copyNext(round)))
      await batch.commit()
    }
  } finally {
    await batch.discard()
  }
  return copied
}

/** Whether any of a few of these files can be read; otherwise it's the store that can't. */
export async function canReadAny(from: FileStore, listed: AsyncIterable<Listed>): Promise<boolean> {
  let tried = 0
  for await (const { sha256 } of listed) {
    try {
      await from.read(Buffer.from(sha256, 'hex'), Buffer.alloc(1), 0)
      return true
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
    if (++tried === MAX_TRIED) break
  }
  return false
}

async function* inRounds(files: AsyncIterable<Listed>): AsyncGenerator<Listed[]> {
  let round: Listed[] = []
  let bytes = 0
  for await (const file of files) {
    round.push(file)
    bytes += file.sizeBytes
    if (round.length < ROUND.files && bytes < ROUND.bytes) continue
    yield round
    round = []
    bytes = 0
  }
  if (round.length > 0) yield round
}

function withoutBatches(files: FileStore): Batch {
  return {
    receive: (bytes) => files.receive(bytes, { limitBytes: Infinity }),
    commit: async () => undefined,
    discard: async () => undefined,
  }
}

/** @returns whether the file was readable and matched its hash. */
async function copyFile(from: FileStore, into: Batch, sha256: Buffer): Promise<boolean> {
  let sourceError: unknown
  try {
    const bytes = await from.open(sha256).catch((error: unknown) => {
      sourceError = error
      throw error
    })
    bytes.once('error', (error) => (sourceError = error))
    const received = await into.receive(bytes)
    return received.sha256.equals(sha256)
  } catch (error) {
    if (isUnreadable(sourceError)) return false
    throw error
  }
}

async function* hashesIn(files: FileStore): AsyncGenerator<{ sha256: string }> {
  for await (const { sha256 } of files.list()) yield { sha256: sha256.toString('hex') }
}
