import { crc32 } from 'node:zlib'
import { type ByteRange, WHOLE, within } from '#platform/http/files/range.ts'
import { isUnreadable } from '#platform/storage/file-store.ts'
import type { Chunks } from './chunks.ts'
import { type LoadedPart, readParts } from './read-parts.ts'
import {
  directoryOf,
  entryBytes,
  localHeader,
  type Packed,
  packedText,
  type Placed,
  zipLength,
} from './zip-format.ts'

const LIST_NAME = 'Files we left out.txt'
/** Parts of a file that are read before its first is sent, so that small files are checked whole. */
const HELD = 4
/** Reads two more ahead, so that the connection isn't idle. */
const BUFFERS = HELD + 2
const FILLING = Buffer.alloc(64 * 1024)

/** Called for each file that's left out, with their number so far. What follows it is sent afterwards. */
type OnDamage = (leftOut: number) => void | Promise<void>

/**
 * Streams a zip of files without compression. Those that are missing or have changed since they were received are left
 * out and listed in a text file. The zip still has the announced length: padding before the directory, which unzipping
 * skips, replaces the missing bytes.
 * @param range the part to send. None of the files before it may have been left out.
 */
export async function* verifiedZipBytes(
  files: readonly Packed[],
  onDamage: OnDamage,
  range: ByteRange = WHOLE,
): Chunks {
  const sent: Placed[] = []
  let at = 0
  for (const file of files) {
    if (at + entryBytes(file) > range.start) break
    sent.push({ file, at })
    at += entryBytes(file)
  }
  for await (const chunk of restOf(files, { sent, at, sentBytes: range.start, onDamage })) {
    const part = within(range, chunk, at)
    at += chunk.length
    if (part.length > 0) yield part
    if (at > range.end) return
  }
}

type Sent = { sent: readonly Placed[]; at: number; sentBytes: number; onDamage: OnDamage }

/** The bytes of a zip from `at`, where the entries end that were sent before. */
async function* restOf(files: readonly Packed[], { sent, at, sentBytes, onDamage }: Sent): Chunks {
  const rest = files.slice(sent.length)
  const parts = readParts(rest, { buffers: BUFFERS })
  const entries = [...sent]
  const leftOut: Packed[] = []
  for (const file of rest) {
    const start = at
    const check = checkOf(file)
    const held: LoadedPart[] = []
    do {
      while (!check.isOver() && held.length < HELD) {
        const loaded = await parts.next()!
        check.add(loaded)
        held.push(loaded)
      }
      const { bytes, release } = held.shift()!
      if (check.isIntact()) {
        yield bytes
        at += bytes.length
      }
      release()
    } while (held.length > 0 || !check.isOver())
    if (check.isIntact()) {
      entries.push({ file, at: start })
      continue
    }
    await onDamage(leftOut.push(file))
    // It was intact when its start was sent.
    yield* padding(sentBytes - at)
    at = Math.max(at, sentBytes)
  }
  yield* endingOf({ entries, leftOut, at, length: zipLength(files) })
}

/** Checks a file part by part. */
function checkOf(file: Packed) {
  let checksum = 0
  let isOver = false
  let isIntact = true
  return {
    add({ part, bytes, error }: LoadedPart): void {
      // When the store doesn't respond, nothing is wrong with the file.
      if (error !== undefined && !isUnreadable(error)) throw error
      isOver = part.isLast
      checksum = crc32(bytes.subarray(bytes.length - part.sizeBytes), checksum)
      const isChanged = isOver && checksum !== file.crc32
      if (error !== undefined || isChanged) isIntact = false
    },
    isOver: () => isOver,
    isIntact: () => isIntact,
  }
}

type Ending = { entries: Placed[]; leftOut: readonly Packed[]; at: number; length: number }

/** The list of files that were left out, and the directory, which ends at the announced length. */
async function* endingOf({ entries, leftOut, at, length }: Ending): Chunks {
  const lists = leftOut.length === 0 ? [] : [listOf(leftOut), listOf([])]
  for (const list of [...lists, undefined]) {
    const all = list ? [...entries, { file: list, at }] : entries
    const directoryAt = length - directoryOf(all, at).length
    const gapBytes = directoryAt - at - (list ? entryBytes(list) : 0)
    // Beside a few tiny files there's no room for all names, or for any text.
    if (gapBytes < 0) continue
    if (list) yield Buffer.concat([localHeader(list), await contentOf(list)])
    yield* padding(gapBytes)
    yield directoryOf(all, directoryAt)
    return
  }
}

function* padding(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= FILLING.length) yield FILLING.subarray(0, left)
}

async function contentOf(list: Packed): Promise<Buffer> {
  const content = Buffer.alloc(list.sizeBytes)
  await list.read(content, 0)
  return content
}

function listOf(files: readonly Packed[]): Packed {
  const lines = [
    'Our copies of these files are missing, damaged or infected with malware, so they aren’t in this zip.',
    ...(files.length > 0 ? ['', ...files.map(({ name }) => name)] : []),
    '',
    'If you still have a file, upload it again. That repairs it wherever it’s used, unless it’s infected.',
    '',
  ]
  return packedText(LIST_NAME, lines.join('\r\n'), files[0]?.modifiedOn ?? '1980-01-01')
}
