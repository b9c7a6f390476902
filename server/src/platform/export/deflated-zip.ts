import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { descriptorOf, directoryOf, type Described, localHeader, type Placed } from './zip-format.ts'

export type TextEntry = Readonly<{ name: string; text: Iterable<string> | AsyncIterable<string> }>

/**
 * Streams a zip of texts as they're written: sizes and checksums follow each one, so none is ever whole in memory.
 * @throws RangeError if a text is longer than 4 GiB.
 */
export async function* deflatedZip(
  entries: AsyncIterable<TextEntry>,
  modifiedOn: string,
): AsyncGenerator<Buffer> {
  const placed: Placed[] = []
  let at = 0
  for await (const { name, text } of entries) {
    const unknown = { sizeBytes: 0, unpackedBytes: 0, crc32: 0 }
    const file: Described & typeof unknown = { name, modifiedOn, ...unknown }
    const header = localHeader(file)
    yield header
    for await (const chunk of deflate(text, file)) {
      file.sizeBytes += chunk.length
      yield chunk
    }
    const descriptor = descriptorOf(file)
    yield descriptor
    placed.push({ file, at })
    at += header.length + file.sizeBytes + descriptor.length
  }
  yield directoryOf(placed, at)
}

/** Deflates a text, and measures it on the way. */
function deflate(
  text: TextEntry['text'],
  measures: { unpackedBytes: number; crc32: number },
): AsyncIterable<Buffer> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const part of text) {
      const bytes = Buffer.from(part)
      measures.crc32 = crc32(bytes, measures.crc32)
      measures.unpackedBytes += bytes.length
      yield bytes
    }
  }
  // An error ends the reading of the result, which throws it.
  return pipeline(Readable.from(measured()), createDeflateRaw(), () => undefined)
}
