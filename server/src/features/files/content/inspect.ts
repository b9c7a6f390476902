import type { Bytes } from './bytes.ts'
import { readDoc } from './word/doc.ts'
import { readDocx } from './word/docx.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'
import { isHeic, readHeic } from './heic.ts'
import { readJpeg } from './jpeg.ts'
import { readPdf } from './pdf.ts'
import { readGif, readPng, readWebp } from './images.ts'

/** Requirement 15, rounded: cameras sold as "50 MP" take up to 50.3. */
const MAX_MEGAPIXELS = 50
/** No picture has nearly as many parts. Walking through millions of them would delay other requests. */
const MAX_READS = 50_000

/**
 * Detects a file's type from its content alone.
 * @throws UnacceptableFile when we don't accept it.
 */
export async function inspect(bytes: Bytes): Promise<FileProperties> {
  const properties = await read(withLimitedReads(bytes))
  if (properties.width !== null && properties.height !== null) {
    if (properties.width === 0 || properties.height === 0) throw new UnacceptableFile('damagedImage')
    if (Math.round((properties.width * properties.height) / 1e6) > MAX_MEGAPIXELS)
      throw new UnacceptableFile('tooManyPixels')
  }
  return properties
}

function withLimitedReads(bytes: Bytes): Bytes {
  let reads = 0
  return {
    ...bytes,
    at(offset, length) {
      if (++reads > MAX_READS) throw new UnacceptableFile('damagedImage')
      return bytes.at(offset, length)
    },
  }
}

async function read(bytes: Bytes): Promise<FileProperties> {
  if (bytes.size === 0) throw new UnacceptableFile('emptyFile')
  const head = Buffer.from(await bytes.at(0, 64))
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return readJpeg(bytes)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes)
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return readGif(bytes)
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return readWebp(bytes)
  if (isHeic(head)) return readHeic(bytes)
  // Some programs write a byte order mark or line breaks in front of it.
  if (/^(\xef\xbb\xbf)?\s{0,8}%PDF-/.test(text)) return readPdf(bytes)
  if (text.startsWith('PK\x03\x04')) return readDocx(bytes)
  if (text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return readDoc(bytes)
  throw new UnacceptableFile('wrongType')
}
