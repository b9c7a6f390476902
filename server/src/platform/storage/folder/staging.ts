import { DAY_MS } from '@docketbox/contract/core/units'
import { createHash } from 'node:crypto'
import { closeSync, fsync, open, read, writev } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { commonRefusals } from '@docketbox/contract'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Inspectable, Received, Staged } from '#platform/storage/file-store.ts'

const openFile = promisify(open)
const readFrom = promisify(read)
const writeTo = promisify(writev)
const forceToDisk = promisify(fsync)

/** A staged file this old is left over from a crash. */
const ABANDONED_MS = DAY_MS

/** Removes partial uploads that a crash left behind, but not what another process may still be receiving. */
export async function clearAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file && file.mtimeMs < now.getTime() - ABANDONED_MS) await rm(path, { force: true })
  }
}

/** The size of the write buffer. This much of a file can be inspected without reading it again. */
const PIECE_BYTES = 512 * 1024
/** Chunks usually have 64 KB, so a piece has fewer. */
const MAX_CHUNKS = 64

type StageOptions = Readonly<{
  limitBytes: number
  check?: ((staged: Inspectable) => Promise<void>) | undefined
  /** Whether the file survives a crash before `use` gets it. */
  isSynced?: boolean
}>

/**
 * Writes a stream to a new file in `folder`, hashing it on the way, runs `check`, syncs it to disk and calls `use`, which
 * moves it. If any of that fails, the file is removed.
 */
export async function stage<Result>(
  folder: string,
  bytes: Readable,
  options: StageOptions,
  use: (staged: Staged) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, newId())
  try {
    return await use(await write(path, bytes, options))
  } catch (thrown) {
    await rm(path, { force: true })
    throw thrown
  } finally {
    bytes.destroy()
  }
}

async function write(
  path: string,
  bytes: Readable,
  { limitBytes, check, isSynced = true }: StageOptions,
): Promise<Staged> {
  const file = await openFile(path, 'wx+', 0o600)
  try {
    const { head, ...received } = await copy(file, bytes, limitBytes)
    const staged = { path, ...received }
    await check?.({ ...staged, ...windowOn(file, head, received.sizeBytes) })
    if (isSynced) await forceToDisk(file)
    return staged
  } finally {
    // Sync on purpose: the thread-pool hop costs more than the call.
    closeSync(file)
  }
}

async function copy(
  file: number,
  bytes: Readable,
  limitBytes: number,
): Promise<Received & { head: Buffer[] }> {
  const hash = createHash('sha256')
  let checksum = 0
  let sizeBytes = 0
  let head: Buffer[] | undefined
  let piece: Buffer[] = []
  let pieceBytes = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw new Refusal(commonRefusals.tooLarge)
    hash.update(chunk)
    checksum = crc32(chunk, checksum)
    piece.push(chunk)
    pieceBytes += chunk.length
    if (pieceBytes < PIECE_BYTES) continue
    await writeAll(file, piece, pieceBytes)
    head ??= joinSmallChunks(piece)
    piece = []
    pieceBytes = 0
  }
  if (pieceBytes > 0) await writeAll(file, piece, pieceBytes)
  return { sha256: hash.digest(), sizeBytes, crc32: checksum, head: head ?? joinSmallChunks(piece) }
}

/** Joins many small chunks: a client may send half a million, and searching those would take hours. */
function joinSmallChunks(chunks: Buffer[]): Buffer[] {
  return chunks.length > MAX_CHUNKS ? [Buffer.concat(chunks)] : chunks
}

async function writeAll(file: number, piece: Buffer[], pieceBytes: number): Promise<void> {
  const { bytesWritten } = await writeTo(file, piece)
  if (bytesWritten === pieceBytes) return
  // A partial write, as when the disk is full: writing the rest throws the reason.
  for (let rest = Buffer.concat(piece).subarray(bytesWritten); rest.length > 0;) {
    rest = rest.subarray((await writeTo(file, [rest])).bytesWritten)
  }
}

/**
 * Reads a file in windows, its start from memory. Avoids copying large buffers, since the garbage makes the collector run
 * far more often.
 */
function windowOn(file: number, head: Buffer[], sizeBytes: number): Pick<Inspectable, 'at' | 'from'> {
  const pieces = placed(head)
  let window: Piece = { start: 0, bytes: Buffer.alloc(0) }

  const holds = ({ start, bytes }: Piece, offset: number) => offset >= start && offset < start + bytes.length

  async function from(offset: number): Promise<Buffer> {
    if (offset >= sizeBytes) return Buffer.alloc(0)
    const holder = pieces.find((piece) => holds(piece, offset)) ?? window
    if (holds(holder, offset)) return holder.bytes.subarray(offset - holder.start)
    const length = Math.min(PIECE_BYTES, sizeBytes - offset)
    const { buffer, bytesRead } = await readFrom(file, Buffer.allocUnsafe(length), 0, length, offset)
    window = { start: offset, bytes: buffer.subarray(0, bytesRead) }
    return window.bytes
  }

  async function at(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, sizeBytes)
    const first = await from(offset)
    if (offset + first.length >= end) return first.subarray(0, Math.max(0, end - offset))
    const parts = [first]
    for (let next = offset + first.length; next < end;) {
      const part = await from(next)
      if (part.length === 0) break
      parts.push(part)
      next += part.length
    }
    return Buffer.concat(parts, end - offset)
  }

  return { at, from }
}

type Piece = { start: number; bytes: Buffer }

function placed(head: Buffer[]): Piece[] {
  let start = 0
  return head.map((bytes) => {
    const piece = { start, bytes }
    start += bytes.length
    return piece
  })
}
