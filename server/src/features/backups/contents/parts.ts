import { MB_BYTES } from '@docketbox/contract/core/units'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { Part } from './manifest.ts'

/** Services accept up to 5 GB in one piece, and each waits on this machine while it's received. */
const MAX_PART_BYTES = 512 * MB_BYTES

/** Compresses a stream and stores it, in parts. */
export async function storeStream(files: FileStore, bytes: Readable): Promise<Part[]> {
  const compressed = pipeline(bytes, createZstdCompress(), () => undefined)
  const chunks = compressed[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const parts: Part[] = []
  try {
    for (let next = await chunks.next(); !next.done;) {
      const piece = async function* (): AsyncGenerator<Buffer> {
        for (let size = 0; !next.done && size < MAX_PART_BYTES; next = await chunks.next()) {
          size += next.value.length
          yield next.value
        }
      }
      const { sha256, sizeBytes } = await files.receive(Readable.from(piece()), { limitBytes: Infinity })
      parts.push({ sha256: sha256.toString('hex'), sizeBytes })
    }
  } finally {
    compressed.destroy()
  }
  return parts
}

export function openStream(files: FileStore, parts: readonly Part[]): Readable {
  if (parts.length === 0) return Readable.from([])
  const compressed = async function* (): AsyncGenerator<Buffer> {
    for (const { sha256 } of parts) yield* await files.open(Buffer.from(sha256, 'hex'))
  }
  return pipeline(Readable.from(compressed()), createZstdDecompress(), () => undefined)
}

/** A stored stream of ASCII text, line by line. */
export async function* linesOf(files: FileStore, parts: readonly Part[]): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of openStream(files, parts).setEncoding('latin1') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}
